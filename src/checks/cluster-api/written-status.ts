import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { removeEntryFix } from '../../diagnostics/entry-fixes.ts';
import { keySpanOf, titleOf } from './machine-group.ts';
import type { MachineRule } from './machine-rule.ts';
import { isData } from './raw.ts';

/** A status that a person wrote: the API server drops it. */
export const writtenStatus: MachineRule = {
  codes: ['PW9213'],
  *check({ objects }) {
    for (const object of objects) {
      const { status } = object.raw;
      const isTemplate =
        object.group === 'infrastructure.cluster.x-k8s.io' && object.kind.endsWith('Template');
      if (!isTemplate || object.isLive || !isData(status) || Object.keys(status).length === 0) continue;
      const { value: root } = object.locate([]);
      const entry = root?.kind === 'map' ? root.entries.get('status') : undefined;
      yield diagnostic(
        'PW9213',
        keySpanOf(object, ['status']),
        `the status of ${titleOf(object)} is dropped when it is applied`,
        {
          help: 'Only its controller writes it. Give the capacity in annotations of the MachineDeployment.',
          fix: root?.kind === 'map' && entry !== undefined ? removeEntryFix(root, entry) : undefined,
        },
      );
    }
  },
};
