import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { dnsSubdomainProblem, labelValueProblem } from '../../kubernetes/label.ts';
import { nameSpan } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';
import { hasPlaceholder } from './placeholder.ts';

/** Leaves room for what is appended for the MachineSet and the Machine, 6 characters each, in 63. */
const UNCUT = 51;

/** The name is a label's value, and other names are made of it. */
export const groupName = groupRule(['PW9217', 'PW9218'], function* (group) {
  if (group.kind !== 'MachineDeployment' || hasPlaceholder(group.object.name)) return;
  const { name } = group.object;
  const problem = labelValueProblem(name) ?? dnsSubdomainProblem(name);
  if (problem !== undefined) {
    yield diagnostic('PW9218', nameSpan(group), `the name of ${group.title} ${problem}`, {
      help: 'It becomes the value of a label: at most 63 lower-case letters, digits, `-` and `.`.',
    });
  } else if (name.length > UNCUT) {
    const message = `the name of ${group.title} has ${name.length} characters, so the names of its machines are cut`;
    yield diagnostic('PW9217', nameSpan(group), message, {
      help: `Up to ${UNCUT} characters MachineSets, Machines and hosts keep it whole.`,
    });
  }
});
