import type { Refusals } from '../model/explanation.ts';
import type { Rejected } from '../packer/explain/step.ts';

/** Nodes that did not take a pod, in words. */
export function describeRefusals(
  rejected: readonly Rejected[],
  nameOf: (name: string) => string = (name) => name,
): readonly Refusals[] {
  return rejected.map(({ obstacle, detail, count, examples }) => ({
    message: messageOf(obstacle, detail),
    count,
    examples: examples.map(nameOf),
  }));
}

function messageOf(obstacle: string, detail: string | undefined): string {
  const what = detail === undefined ? '' : ` \`${detail}\``;
  switch (obstacle) {
    case 'resource':
      return detail === 'overcommitted' ? 'more runs there than fits' : `too little${what} left`;
    case 'daemons':
      return 'no room for the daemons';
    case 'taint':
      return `the pod does not tolerate the taint${what}`;
    case 'requirement':
      return `the pod wants another${what}`;
    case 'topology':
      return `spread or affinity over${what}`;
    case 'host-port':
      return 'a host port is taken';
    case 'volume':
      return 'its volumes are elsewhere';
    case 'volume-limit':
      return `no room for more volumes of${what}`;
    case 'min-values':
      return 'too few different values would be left for `minValues`';
    case 'offering':
      return 'nothing can be had in the zones and capacity types that are left';
    case 'reservation':
      return 'its capacity reservation';
    default:
      return obstacle;
  }
}
