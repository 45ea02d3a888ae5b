import { readdirSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { Source } from '../../src/diagnostics/source.ts';
import { readWorkloads } from '../../src/manifests/read-workloads.ts';
import { printed } from './harness.ts';

const FOLDER = 'test/manifests/fixtures';

/** What Helm, Kustomize and kubectl write, and everything that is read of it. */
describe.each(readdirSync(FOLDER).filter((name) => name.endsWith('.yaml')))('%s', (name) => {
  const text = readFileSync(`${FOLDER}/${name}`, 'utf8');

  it('becomes pods and what they need', async () => {
    const result = readWorkloads({ sources: [new Source(name, text)] });
    const { pods, boundPods: _boundPods, boundTemplates: _boundTemplates, ...others } = result.workloads;
    const specs = new Map(pods.map(({ name: pod, template: { labels, spec } }) => [pod, { labels, spec }]));
    const whole = `${printed(result)}\n\n${JSON.stringify({ pods: Object.fromEntries(specs), ...others }, null, 2)}\n`;
    await expect(whole).toMatchFileSnapshot(`fixtures/${name}.txt`);
  });
});

it('a dump is the same in JSON', () => {
  const text = readFileSync(`${FOLDER}/kubectl-get.yaml`, 'utf8');
  const { workloads } = readWorkloads({ sources: [new Source('x.yaml', text)] });
  const json = JSON.stringify(load(text), null, 4);
  const same = readWorkloads({ sources: [new Source('x.json', json)] }).workloads;
  // How to find positions is not part of what was found.
  expect(JSON.stringify(same)).toBe(JSON.stringify(workloads));
});
