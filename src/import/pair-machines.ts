import type { JsonMap } from '../diagnostics/json-value.ts';
import type { Annotations } from '../kubernetes/scale-from-zero/keys.ts';
import type { CompiledMachines } from '../model/compilation.ts';
import type { DescribedMachine } from './describe-machines.ts';
import type { MachineGroup } from './group-machines.ts';
import { mapAt, scalarText } from './json-parts.ts';

/** A MachineDeployment of the compiled definition, with what its machines are made from. */
export interface MadeDeployment {
  readonly name: string;
  readonly spec: MachineDeploymentParts;
  readonly annotations: Annotations;
  /** `spec.template.spec` of its infrastructure template. */
  readonly machine: JsonMap;
}

/** What of a MachineDeployment rolls its machines when it changes. */
export interface MachineDeploymentParts {
  readonly template: {
    readonly spec: {
      readonly version?: string;
      readonly failureDomain?: string;
      readonly infrastructureRef: { readonly name: string };
      readonly bootstrap: { readonly configRef?: { readonly name: string } };
    };
  };
}

export interface MachinePair {
  readonly machine: DescribedMachine;
  /** That of the same name, else the one with the same machines in the same place; absent: none is made. */
  readonly made?: MadeDeployment;
}

export interface PairedMachines {
  readonly pairs: readonly MachinePair[];
  /** Names of all that are made. */
  readonly made: readonly string[];
}

export function pairMachines(
  { machines }: MachineGroup,
  { objects, nodeGroups }: CompiledMachines,
): PairedMachines {
  const templates = new Map(objects.map(({ kind, name, spec }) => [`${kind}/${name}`, spec as JsonMap]));
  const made = new Map(
    objects
      .filter(({ kind }) => kind === 'MachineDeployment')
      .map(({ name, spec, annotations = {} }): [string, MadeDeployment] => {
        const parts = spec as MachineDeploymentParts & JsonMap;
        const { kind, name: template } = mapAt(mapAt(mapAt(parts, 'template'), 'spec'), 'infrastructureRef');
        const held = templates.get(`${scalarText(kind)}/${scalarText(template)}`) ?? {};
        return [name, { name, spec: parts, annotations, machine: mapAt(mapAt(held, 'template'), 'spec') }];
      }),
  );
  const byPlace = new Map(
    nodeGroups.map(({ name, instanceType, offering }) => [
      placeKey({ ...offering, instanceType: instanceType.name }),
      made.get(name),
    ]),
  );
  return {
    made: [...made.keys()],
    pairs: machines.map((machine) => {
      const counterpart = made.get(machine.live.name) ?? byPlace.get(placeKey(machine));
      return { machine, ...(counterpart === undefined ? {} : { made: counterpart }) };
    }),
  };
}

type Place = Pick<DescribedMachine, 'instanceType' | 'zone' | 'capacityType'>;

function placeKey({ instanceType, zone, capacityType }: Place): string {
  return JSON.stringify([instanceType, zone, capacityType]);
}
