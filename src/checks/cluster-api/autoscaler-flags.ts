import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { listed, quoted } from '../words.ts';
import { discoveryFlags, discoveryTerms, flagSpan } from './autoscaler.ts';
import { titleOf } from './machine-group.ts';
import type { MachineRule } from './machine-rule.ts';

const EXPANDERS = ['least-waste', 'most-pods', 'least-nodes', 'random', 'priority', 'grpc'];

/** Flags with which the autoscaler does not start. */
export const autoscalerFlags: MachineRule = {
  codes: ['PW9223', 'PW9238'],
  *check({ autoscalers }) {
    for (const autoscaler of autoscalers) {
      const title = titleOf(autoscaler.object);
      for (const flag of autoscaler.flags) {
        if (flag.name !== 'expander' || !flag.value.split(',').includes('price')) continue;
        const message = `${title} asks for the expander \`price\`, and the autoscaler does not start`;
        yield diagnostic('PW9223', flagSpan(flag), message, {
          help: `Cluster API has no prices. Choose among ${listed(EXPANDERS, EXPANDERS.length)}; \`priority,least-waste\` can put cheap groups first.`,
        });
      }
      for (const flag of discoveryFlags(autoscaler)) {
        if (discoveryTerms(flag.value) !== undefined) continue;
        const message = `${quoted(flag.value)} is no auto-discovery of ${title}, and the autoscaler does not start`;
        yield diagnostic('PW9238', flagSpan(flag), message, {
          help: 'Write `clusterapi:key=value,key=value` with one `:`; the keys are `namespace`, `clusterName` or labels of MachineDeployments.',
        });
      }
    }
  },
};
