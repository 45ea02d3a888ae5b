import { invariant } from '../diagnostics/invariant.ts';
import type { FoundCluster } from './found-output.ts';
import type { OutputPlan, OutputPlanInput, PlannedCluster, ReplaceOptions } from './output-plan.ts';
import { planCluster } from './plan-cluster.ts';
import { readFound } from './own-files.ts';
import { keepSilent, keepUnknown, planRemoval } from './plan-removal.ts';

/** Nothing of the cluster is rendered, though it is defined. */
function emptied(found: FoundCluster, options: ReplaceOptions): PlannedCluster {
  const { plan, diagnostics } = planRemoval(found, options);
  const { vanished: _vanished, ...rest } = plan;
  return { plan: rest, diagnostics };
}

/**
 * What to write and remove so that the output folder holds what was rendered. Pure. A cluster is all or nothing: where
 * one of its files may not be touched, none is.
 */
export function planOutput(input: OutputPlanInput): OutputPlan {
  const found = new Map(input.found.map((one) => [one.cluster, one]));
  const failed = new Set(input.failed);
  const rendered = input.rendered.filter(({ name }) => !failed.has(name));
  const results = rendered.flatMap(({ name, files }) => {
    invariant(!/^\.{0,2}$|[/\\]/.test(name), `cluster \`${name}\` would leave the output folder`);
    const onDisk = found.get(name);
    if (files.length === 0) return onDisk?.record === undefined ? [] : emptied(onDisk, input);
    return planCluster(files, onDisk ?? { cluster: name, entries: [] }, input);
  });
  if (input.removeVanished === true && failed.size === 0) {
    const names = new Set(rendered.map(({ name }) => name));
    const vanished = input.found.filter(({ cluster, record }) => record !== undefined && !names.has(cluster));
    for (const one of vanished) {
      const { source } = readFound(one);
      if (source === undefined) results.push(keepUnknown(one, input));
      else if (input.fateOf?.(source) === 'silent') results.push(keepSilent(one, source, input));
      else if (input.fateOf?.(source) !== 'unread') results.push(planRemoval(one, input));
    }
  }
  return {
    clusters: results.map(({ plan }) => plan),
    diagnostics: results.flatMap(({ diagnostics }) => diagnostics),
  };
}
