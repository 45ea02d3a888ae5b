import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { titleOf } from './machine-group.ts';
import type { MachineRule } from './machine-rule.ts';

export const dockerTemplate: MachineRule = {
  codes: ['PW9228'],
  *check({ objects }) {
    for (const object of objects) {
      if (object.kind !== 'DockerMachineTemplate') continue;
      yield diagnostic(
        'PW9228',
        object.span(['kind']),
        `${titleOf(object)} is of a kind that goes away after Cluster API 1.14`,
        {
          help: 'Use `DevMachineTemplate` with `spec.template.spec.backend.docker`.',
        },
      );
    }
  },
};
