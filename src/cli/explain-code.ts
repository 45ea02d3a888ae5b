import type { CodeSpec } from '../diagnostics/code-spec.ts';
import { CODES } from '../diagnostics/codes.ts';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import { explanations } from './diagnostic-docs.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { UsageError } from './usage-error.ts';

/** `poolwright explain PW1010`: its section of the diagnostics catalogue. */
export function explainCode(text: string, host: Host): ExitCode {
  const code = text.toUpperCase();
  const spec = (CODES as Readonly<Record<string, CodeSpec>>)[code];
  if (spec === undefined) throw new UsageError(unknown(text, code));
  const section = explanations().get(code) ?? `## ${code} ${spec.title}\n\nSeverity: ${spec.severity}`;
  host.stdout.write(`${plainText(section)}\n`);
  return EXIT.ok;
}

/** Markdown as a terminal shows it best: headings bare, code indented instead of fenced. */
function plainText(markdown: string): string {
  let code = false;
  return markdown
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('```')) {
        code = !code;
        return [];
      }
      if (code) return [line === '' ? '' : `    ${line}`];
      return [line.replace(/^#+ /, '')];
    })
    .join('\n');
}

function unknown(text: string, code: string): string {
  if (!code.startsWith('PW'))
    return `\`${text}\` is neither a diagnostic code (PW1010) nor \`pool\`, \`pod\` or \`unschedulable\``;
  const near = didYouMean(code, Object.keys(CODES));
  return `there is no diagnostic \`${code}\`${near === undefined ? '' : `; did you mean \`${near}\`?`}`;
}
