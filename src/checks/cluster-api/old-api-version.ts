import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ManifestObject } from '../../model/manifest-set.ts';
import { counted } from '../words.ts';
import { titleOf } from './machine-group.ts';
import type { MachineRule } from './machine-rule.ts';

/** Said once a file: such objects come in crowds. */
export const oldApiVersion: MachineRule = {
  codes: ['PW9227'],
  *check({ objects }) {
    const byFile = new Map<string, ManifestObject[]>();
    for (const object of objects) {
      if (object.group !== 'cluster.x-k8s.io' || object.version !== 'v1beta1') continue;
      const all = byFile.get(object.file);
      if (all === undefined) byFile.set(object.file, [object]);
      else all.push(object);
    }
    for (const [first, ...more] of byFile.values()) {
      if (first === undefined) continue;
      const others = more.length === 0 ? '' : `, as are ${counted(more.length, 'other object')} in this file`;
      const message = `${titleOf(first)} is \`cluster.x-k8s.io/v1beta1\`${others}`;
      yield diagnostic('PW9227', first.span(['apiVersion']), message, {
        help: 'Cluster API 1.16 (April 2027) does not serve it any more. In v1beta2 references have `apiGroup` in place of `apiVersion`, and timeouts are integers of seconds.',
      });
    }
  },
};
