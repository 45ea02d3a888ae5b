import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sniffSide } from '../../../src/cli/sides/sniff-side.ts';
import { checkReport } from '../../../src/report/check-report.ts';
import { dumpOf, example, only, saved } from './harness.ts';

const STAGING = example('staging');
const dump = dumpOf(only(STAGING.clusters));

describe('by its content', () => {
  it('no definition is anything else', () => {
    // The examples of PW93xx are objects to be imported.
    const examples = readdirSync('docs/diagnostics')
      .filter((code) => !code.startsWith('PW93'))
      .map((code) => `docs/diagnostics/${code}/ok.yaml`)
      .filter((file) => existsSync(file));
    const clusters = readdirSync('clusters').filter((name) => name.endsWith('.yaml'));
    const files = [...examples, ...clusters.map((name) => `clusters/${name}`)];
    expect(files.length).toBeGreaterThan(150);
    const others = files.filter((file) => sniffSide(readFileSync(file, 'utf8')) !== undefined);
    // Their examples are manifests.
    expect(others.filter((file) => !readFileSync(file, 'utf8').startsWith('apiVersion'))).toEqual([]);
  });

  it.each([
    ['a Compilation', saved(STAGING)],
    ['an indented one', JSON.stringify(JSON.parse(saved(STAGING)), null, 2)],
    ['a CheckReport, which is refused later', JSON.stringify(checkReport(STAGING))],
    ['half a Compilation', saved(STAGING).slice(0, 300)],
  ])('what poolwright printed is a compilation: %s', (_title, text) => {
    expect(sniffSide(text)).toBe('compilation');
  });

  it.each([
    ['a list of kubectl', dump],
    ['on one line', JSON.stringify(JSON.parse(dump))],
    ['an empty list', '{\n    "apiVersion": "v1",\n    "items": [],\n    "kind": "List"\n}\n'],
    ['an empty list in YAML', 'apiVersion: v1\nitems: []\nkind: List\n'],
    ['one object in YAML', 'apiVersion: karpenter.sh/v1\nkind: NodePool\n'],
    ['another order', 'kind: NodePool\napiVersion: "karpenter.sh/v1"\n'],
    [
      'behind others',
      'apiVersion: v1\nkind: ConfigMap\n---\napiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\n',
    ],
    ['items of a YAML list', 'items:\n- apiVersion: karpenter.sh/v1\n  kind: NodePool\n'],
    [
      'MachineDeployments, which are refused later',
      'apiVersion: cluster.x-k8s.io/v1beta2\nkind: MachineDeployment\n',
    ],
  ])('objects are live ones: %s', (_title, text) => {
    expect(sniffSide(text)).toBe('live');
  });

  it.each([
    ['nothing', ''],
    ['another object', 'apiVersion: v1\nkind: ConfigMap\n'],
    ['pools as JSON', '{"node_pools": {"a": {}}}'],
  ])('the rest is for the compiler to judge: %s', (_title, text) => {
    expect(sniffSide(text)).toBeUndefined();
  });
});
