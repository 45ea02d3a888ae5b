import type { OutputPlan } from '../render/output-plan.ts';
import type { Host } from './host.ts';
import type { OutputLocation } from './output-location.ts';
import type { PlannedFolder } from './synth-output.ts';
import { ioError } from './usage-error.ts';
import { say } from './say.ts';

/**
 * Makes the output folder hold what was planned, when no other run writes to it, and says if an earlier one did not
 * come to its end. @throws UsageError
 */
export async function writeSynthOutput(
  location: OutputLocation,
  planner: () => PlannedFolder,
  host: Host,
): Promise<PlannedFolder> {
  const [{ applyOutputPlan }, { makeFolder }, { sweep }, { withLock, withoutWriter }] = await Promise.all([
    import('./apply-output-plan.ts'),
    import('./writing/make-folder.ts'),
    import('./writing/sweep.ts'),
    import('./writing/folder-lock.ts'),
  ]);
  try {
    const before = planner();
    // Who has nothing to write needs no right to write.
    if (!changes(before.plan) && !(await withoutWriter(location, host)).interrupted) {
      sweep(location.folder);
      return before;
    }
    makeFolder(location.folder);
    return await withLock(location, host, ({ interrupted }) => {
      const planned = planner();
      applyOutputPlan(location, planned.plan);
      if (!interrupted && !planned.diagnostics.some(isUnfinished)) return planned;
      const what = planned.whole ? 'this one has completed it' : 'this one has completed what has no error';
      say(`${location.name}: an earlier run was interrupted; ${what}`, host);
      return { ...planned, diagnostics: planned.diagnostics.filter((one) => !isUnfinished(one)) };
    });
  } catch (error) {
    throw ioError(error, `cannot write ${location.name}`);
  }
}

/**
 * What `synth --check` has to judge, when no run writes to it. That an earlier run did not come to its end is said first:
 * it explains all the files that are missing or differ. @throws UsageError
 */
export async function checkSynthOutput(
  location: OutputLocation,
  planner: () => PlannedFolder,
  host: Host,
): Promise<PlannedFolder> {
  const [{ LOCK_NAME, withoutWriter }, { OutputFindings }] = await Promise.all([
    import('./writing/folder-lock.ts'),
    import('../render/output-findings.ts'),
  ]);
  try {
    const { interrupted } = await withoutWriter(location, host);
    const planned = planner();
    const known = planned.diagnostics.some(isUnfinished);
    if (!interrupted && !known) return planned;
    say(`${location.name}: an earlier run was interrupted; \`poolwright synth\` completes it`, host);
    if (known) return planned;
    const finding = new OutputFindings(location.name).interrupted(LOCK_NAME);
    return { ...planned, diagnostics: [finding, ...planned.diagnostics] };
  } catch (error) {
    throw ioError(error, `cannot read ${location.name}`);
  }
}

function isUnfinished({ code }: { readonly code: string }): boolean {
  return code === 'PW6104';
}

function changes({ clusters }: OutputPlan): boolean {
  return clusters.some(({ steps }) => steps.length > 0);
}
