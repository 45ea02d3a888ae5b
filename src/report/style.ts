import picocolors from 'picocolors';
import type { Severity } from '../diagnostics/severity.ts';

type Paint = (text: string) => string;

/** The few colours of the text formats. Without colour every function returns its text as it is. */
export interface Style {
  readonly severity: Readonly<Record<Severity, Paint>>;
  readonly strong: Paint;
  readonly faint: Paint;
  /** Line numbers, arrows and bars. */
  readonly gutter: Paint;
  readonly added: Paint;
  readonly removed: Paint;
}

export function styleOf({ color = false }: { readonly color?: boolean }): Style {
  const { bold, red, yellow, cyan, green, blue, dim } = picocolors.createColors(color);
  return {
    severity: {
      error: (text) => bold(red(text)),
      warning: (text) => bold(yellow(text)),
      info: (text) => bold(cyan(text)),
    },
    strong: bold,
    faint: dim,
    gutter: blue,
    added: green,
    removed: red,
  };
}
