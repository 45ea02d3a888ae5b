import { nodeClassRule } from '../rule.ts';
import { finding } from './finding.ts';

export const placementGroup = nodeClassRule(
  { codes: ['PW3219'], needs: ['node_class.placementGroupSelector'] },
  function* (nodeClass, pool) {
    const { placementGroupSelector: selector } = nodeClass.spec;
    if (selector === undefined) return;
    const { name, id } = selector;
    if ((name === undefined) !== (id === undefined)) return;
    yield finding(nodeClass, pool, {
      code: 'PW3219',
      path: ['placementGroupSelector'],
      blame: 'key',
      message:
        name === undefined
          ? '`placement_group_selector` names no placement group'
          : '`placement_group_selector` names the placement group twice',
      help: 'Give it exactly one of `name` and `id`.',
    });
  },
);
