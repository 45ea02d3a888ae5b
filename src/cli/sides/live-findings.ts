import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../diagnostics/source.ts';
import type { LiveObjects } from '../../import/read-live-objects.ts';
import { UsageError } from '../usage-error.ts';

/** Of an object that is left out of the comparison: broken, of another version or provider, or given twice. */
const LEFT_OUT: ReadonlySet<string> = new Set(['PW9302', 'PW9304', 'PW9305', 'PW9306', 'PW9307']);

/** What `import` would say of them, said of a comparison. */
export function leftOutFindings({ findings }: LiveObjects): readonly Diagnostic[] {
  return findings
    .filter(({ diagnostic }) => LEFT_OUT.has(diagnostic.code))
    .map(({ diagnostic }) => ({
      ...diagnostic,
      message: comparing(diagnostic.message),
      ...(diagnostic.help === undefined ? {} : { help: comparing(diagnostic.help) }),
    }));
}

function comparing(text: string): string {
  return text.replaceAll(/\bimported\b/g, 'compared');
}

/** @throws UsageError if the text is cut off or broken, or has no NodePool that can be compared */
export function refuseUnusable({ file }: Source, objects: LiveObjects): void {
  const { findings, nodePools, machineDeployments, clusterApiNodePools } = objects;
  const broken = findings.find(
    ({ diagnostic }) => diagnostic.severity === 'error' && !diagnostic.code.startsWith('PW93'),
  );
  // Half of a cluster would look as if the other half had been removed.
  if (broken !== undefined) throw new UsageError(textOf(broken.diagnostic));
  if (nodePools.length > 0) return;
  const first = leftOutFindings(objects).find(({ severity }) => severity !== 'info');
  if (first !== undefined)
    throw new UsageError(`${file} has no NodePool that can be compared. ${textOf(first)}`);
  if (machineDeployments.length + clusterApiNodePools.length > 0) {
    throw new UsageError(
      `${file} has MachineDeployments: what Cluster API adds to them in a cluster cannot be told from what was applied. Compare git refs, files or a saved \`synth --format json\`; \`poolwright import\` makes a definition of them`,
    );
  }
  throw new UsageError(`${file} has no NodePool: give what \`${EXAMPLE}\` prints`);
}

/** How to get a dump. */
export const EXAMPLE = 'kubectl get nodepools,ec2nodeclasses -o json';

function textOf({ message, help, span }: Diagnostic): string {
  const { line } = span.source.positionAt(span.start);
  return `${span.source.file}:${line}: ${message}${help === undefined ? '' : `. ${help.replace(/\.$/, '')}`}`;
}
