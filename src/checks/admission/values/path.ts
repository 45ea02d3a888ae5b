import { jsonPointer } from '../../../diagnostics/json-pointer.ts';

/** Where a value is: keys and indices from the root. */
export interface Path {
  readonly parent: Path | undefined;
  readonly token: string | number;
}

export function childOf(parent: Path | undefined, token: string | number): Path {
  return { parent, token };
}

export function tokensOf(path: Path | undefined): (string | number)[] {
  const tokens: (string | number)[] = [];
  for (let at = path; at !== undefined; at = at.parent) tokens.push(at.token);
  return tokens.reverse();
}

export function pointerOf(path: Path | undefined): string {
  return jsonPointer(...tokensOf(path));
}

/** As the API server's messages name it: `spec.taints[0].effect`; empty at the root. */
export function dottedOf(path: Path | undefined): string {
  return tokensOf(path)
    .map((token, index) => {
      if (typeof token === 'number') return `[${token}]`;
      return index === 0 ? token : `.${token}`;
    })
    .join('');
}
