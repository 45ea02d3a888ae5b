import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { poolwright } from './harness.ts';

function definition(volume: string): string {
  return `poolwright:
  backend: cluster-autoscaler
  region: eu-west-1
  zones: [eu-west-1a]
  kubernetes_version: "1.34.2"
  cluster_api: {namespace: clusters}
  node_class: {instance_profile: nodes}
node_pools:
  default:
    limits: {cpu: 16, memory: 64Gi}
    requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [m7i.xlarge]}]
    node_class: {volumeSize: ${volume}}
`;
}

const FILES = { 'clusters/edge.yaml': definition('50Gi') };

/** What is said beside the report, hashes aside. */
function talk({ stderr }: { readonly stderr: string }): string {
  return stderr.replaceAll(/[0-9a-f]{8}$/gm, 'HASH');
}

describe('synth for Cluster API', () => {
  it('says which flags the autoscaler needs, once', async () => {
    const first = await poolwright(['synth'], { files: FILES });
    expect(talk(first)).toMatchInlineSnapshot(`
      "dist: 12 files written, 0 removed, 0 unchanged
      edge: the Cluster Autoscaler has to run with these flags (cluster-api/autoscaler-values.yml has them for its chart)
        --balance-similar-node-groups=true
        --balancing-label=node.cluster.x-k8s.io/poolwright-capacity-type
        --balancing-label=node.cluster.x-k8s.io/poolwright-shape
        --cloud-provider=clusterapi
        --expander=priority,least-waste
        --namespace=kube-system
        --node-group-auto-discovery=clusterapi:namespace=clusters,clusterName=edge,poolwright.dev/autoscaler=cluster-autoscaler
      "
    `);
    expect(talk(await first.again(['synth']))).toBe('dist: 0 files written, 0 removed, 12 unchanged\n');
  });

  it('says which templates are superseded until they are forgotten', async () => {
    const { again, root, read } = await poolwright(['synth'], { files: FILES });
    writeFileSync(path.join(root, 'clusters/edge.yaml'), definition('60Gi'));
    expect(talk(await again(['synth']))).toMatchInlineSnapshot(`
      "dist: 4 files written, 1 removed, 8 unchanged
      edge: 1 template superseded, kept in the management cluster for MachineSets that still use them
        in use: kubectl -n clusters get machinesets -o jsonpath='{..infrastructureRef.name} {..configRef.name}'
        delete the others: kubectl -n clusters delete --ignore-not-found awsmachinetemplate/edge-default-m7i-xlarge-od-HASH
        then: poolwright synth --forget-superseded
      "
    `);
    expect(talk(await again(['synth']))).toMatch(/^dist: 0 files written.*\nedge: 1 template superseded/);
    expect((await again(['synth', '--check'])).code).toBe(0);
    expect(read('dist/edge/.poolwright.json')).toMatch('"superseded": [');
    expect(talk(await again(['synth', '--forget-superseded']))).toBe(
      'dist: 1 file written, 0 removed, 11 unchanged\n',
    );
    expect(read('dist/edge/.poolwright.json')).not.toMatch('"superseded"');
  });

  it('does not forget what it only checks', async () => {
    const { code, stderr } = await poolwright(['synth', '--check', '--forget-superseded'], { files: FILES });
    expect(code).toBe(2);
    expect(stderr).toMatch('--forget-superseded');
  });

  it('says nothing of flags for clusters without', async () => {
    const text = definition('50Gi').replace('cluster-autoscaler', 'karpenter-cluster-api');
    expect((await poolwright(['synth'], { files: { 'clusters/lab.yaml': text } })).stderr).toMatch(
      /^dist: .*\n$/,
    );
  });
});
