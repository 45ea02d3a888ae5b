import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ClusterApiObject } from '../model/compilation.ts';
import type { NodeGroup } from '../model/node-group.ts';
import { GroupBuilder, type BuiltGroup } from './build-group.ts';
import { machineHealthCheck } from './build-health-check.ts';
import { machineDeployment } from './build-machine-deployment.ts';
import { TemplateSet } from './build-templates.ts';
import type { Expansion } from './expansion.ts';
import type { MachinePlan } from './machine-plan.ts';

export interface BuiltMachine extends BuiltGroup {
  readonly infrastructure: ClusterApiObject;
}

export interface BuiltMachines {
  readonly groups: readonly BuiltMachine[];
  readonly nodeGroups: readonly NodeGroup[];
  /** MachineDeployments, then templates, then a MachineHealthCheck. */
  readonly objects: readonly ClusterApiObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The objects of an expanded pool. A machine whose template cannot be made is left out: that is an error of its own. */
export function buildMachines(plan: MachinePlan, { groups }: Expansion): BuiltMachines {
  const templates = new TemplateSet(plan);
  const builder = new GroupBuilder(plan);
  const built: BuiltMachine[] = [];
  const deployments: ClusterApiObject[] = [];
  for (const planned of groups) {
    const infrastructure = templates.infrastructure(planned.option);
    const bootstrap = templates.bootstrap(planned.option);
    if (infrastructure === undefined || bootstrap === undefined) continue;
    const group = builder.build(planned);
    built.push({ ...group, infrastructure });
    deployments.push(machineDeployment(plan, group, { infrastructure, bootstrap }));
  }
  return {
    groups: built,
    nodeGroups: built.map(({ group }) => group),
    objects: [...deployments, ...templates.objects, ...machineHealthCheck(plan)],
    diagnostics: templates.diagnostics,
  };
}
