import { describe, expect, it } from 'vitest';
import { compiledPools, importText, told } from './harness.ts';
import { deployment, TEMPLATES } from './machine-objects.ts';

const ROOT = 'rootVolume: {size: 80, type: gp3}';

function rootVolumes(text: string | undefined): readonly unknown[] {
  return compiledPools(text ?? '').flatMap(({ machines }) =>
    (machines?.objects ?? []).flatMap(({ kind, spec }) =>
      kind === 'AWSMachineTemplate'
        ? [(spec as { template: { spec: { rootVolume?: unknown } } }).template.spec.rootVolume]
        : [],
    ),
  );
}

describe('the root volume of an image that is named by its id', () => {
  it('comes back where it is the usual one', () => {
    const volume = { size: 80, type: 'gp3', encrypted: true };
    const objects = deployment('a', 'eu-west-1a') + TEMPLATES;
    const result = importText(objects.replace(ROOT, `rootVolume: ${JSON.stringify(volume)}`));
    expect(result.text).toContain('volumeSize: 80Gi');
    expect(result.errors).toEqual([]);
    expect(rootVolumes(result.text)).toEqual([volume]);
  });

  it('comes from one of the MachineDeployments where they differ', () => {
    const pool = (name: string, zone: string, template: string) =>
      deployment(name, zone)
        .replace('  namespace: capi\n', '  namespace: capi\n  labels: {poolwright.dev/pool: workers}\n')
        .replace(/(kind: AWSMachineTemplate, name: )workers/, `$1${template}`);
    const machine = TEMPLATES.split('---\n').find((text) => text.includes('AWSMachineTemplate')) ?? '';
    const usual = machine.replace(ROOT, 'rootVolume: {size: 50, type: gp3, encrypted: true}');
    const objects =
      pool('a', 'eu-west-1a', 'workers') +
      pool('b', 'eu-west-1b', 'other') +
      TEMPLATES +
      `---\n${usual.replace('name: workers', 'name: other')}`;
    const result = importText(objects);
    expect(result.errors).toEqual([]);
    expect(rootVolumes(result.text)).toEqual([{ size: 80, type: 'gp3' }]);
    expect(told(result).filter((text) => /volume|disks/i.test(text))).toMatchInlineSnapshot(`
      [
        "PW9303 MachineDeployment \`b\`: other \`disks\` than \`a\`, whose disks the pool takes",
        "PW9303 AWSMachineTemplate \`other\`: \`rootVolume.size\` is \`50\` and becomes \`80\`",
        "PW9303 AWSMachineTemplate \`other\`: \`rootVolume.encrypted\` is \`true\` and goes",
      ]
    `);
  });
});

describe('what changes', () => {
  it('is told of sizes that are not the same everywhere', () => {
    const objects = [
      deployment('w-a', 'eu-west-1a', '{min: 0, max: 10}'),
      deployment('w-b', 'eu-west-1b', '{min: 0, max: 6}'),
      TEMPLATES,
    ].join('');
    const result = importText(objects);
    expect(result.text).not.toContain('limits:');
    expect(told(result).filter((text) => text.includes('size of'))).toEqual([
      'PW9312 MachineDeployment `w-b`: its size of 0 to 6 becomes 0 to 10',
    ]);
  });

  it('is told of settings that only some MachineDeployments have', () => {
    const slow = deployment('w-b', 'eu-west-1b').replace('nodeDrainTimeout: 5m', 'nodeDrainTimeout: 9m');
    const result = importText(deployment('w-a', 'eu-west-1a') + slow + TEMPLATES);
    expect(told(result).filter((text) => text.startsWith('PW9303 MachineDeployment'))).toEqual([
      'PW9303 MachineDeployment `w-b`: other `termination_grace_period` than `w-a`, whose termination_grace_period the pool takes',
    ]);
  });
});

describe('a definition that does not compile', () => {
  it('says so at its head, and promises nothing', () => {
    const nodeadm = `---
apiVersion: bootstrap.cluster.x-k8s.io/v1beta2
kind: NodeadmConfigTemplate
metadata: {name: workers, namespace: capi}
spec: {template: {spec: {kubelet: {config: {cpuManagerPolicy: static}}}}}
`;
    const objects = deployment('a', 'eu-west-1a').replace('KubeadmConfigTemplate', 'NodeadmConfigTemplate');
    const { text = '', errors } = importText(objects + TEMPLATES + nodeadm);
    expect(errors.map(({ code }) => code)).toEqual(['PW3001']);
    expect(text).toContain('# It CANNOT BE APPLIED AS IT IS, for these errors:\n# PW3001: ');
    expect(text).not.toContain('Applying what this compiles to');
  });
});
