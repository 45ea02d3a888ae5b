import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageFolder } from './package-info.ts';

/** The sections of docs/diagnostics.md by code, each with its heading. */
export function explanations(): ReadonlyMap<string, string> {
  const file = path.join(packageFolder(), 'docs', 'diagnostics.md');
  if (!existsSync(file)) return new Map();
  const sections = readFileSync(file, 'utf8').split(/^(?=## )/m);
  return new Map(
    sections.flatMap((section) => {
      const code = /^## (PW\d{4})\b/.exec(section)?.[1];
      return code === undefined ? [] : [[code, section.trimEnd()]];
    }),
  );
}
