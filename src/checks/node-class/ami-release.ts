import { type AmiAlias, amiAliasOf } from '../../kubernetes/api/ami-alias.ts';
import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import { rewriteFix } from '../rewrite.ts';
import { LAUNCHING, nodeClassRule } from '../rule.ts';
import { fieldOrigin, finding } from './finding.ts';

/** How releases of the families that can be pinned are named. Bottlerocket takes its version with and without the `v`. */
const RELEASES = {
  AL2: { pattern: /^v[0-9]{8}$/, example: 'v20260101' },
  AL2023: { pattern: /^v[0-9]{8}$/, example: 'v20260101' },
  Bottlerocket: { pattern: /^v?[0-9]+\.[0-9]+\.[0-9]+$/, example: '1.50.0' },
} as const;

const PATH = ['amiSelectorTerms', 0, 'alias'];

/** A version without a matching release finds no image, and the node class never becomes ready. */
export const amiRelease = nodeClassRule(
  { codes: ['PW3112', 'PW3113'], backends: LAUNCHING, needs: ['node_class.amiSelectorTerms'] },
  function* (nodeClass, pool) {
    const alias = amiAliasOf(nodeClass.spec);
    const origin = fieldOrigin(nodeClass, PATH);
    if (alias === undefined || isBuiltIn(origin)) return;
    const release = releaseOf(alias);
    if (release === undefined) return;
    const name = alias.family.toLowerCase();
    if (alias.version === 'latest') {
      yield finding(nodeClass, pool, {
        code: 'PW3112',
        path: PATH,
        message: `\`${name}@latest\` replaces the nodes with each new release of the image`,
        help: `Pin a release, such as \`${name}@${release.example}\`, to decide when that happens.`,
      });
    } else if (!release.pattern.test(alias.version)) {
      const meant = likelyRelease(alias.version, release.pattern);
      yield finding(nodeClass, pool, {
        code: 'PW3113',
        path: PATH,
        message: `\`${alias.version}\` does not look like a release of \`${name}\``,
        help:
          meant === undefined
            ? `Releases look like \`${release.example}\`; \`latest\` follows them all.`
            : `Did you mean \`${name}@${meant}\`?`,
        fix: meant === undefined ? undefined : rewriteFix(origin, `${name}@${meant}`),
      });
    }
  },
);

function releaseOf({ family }: AmiAlias) {
  return family === 'AL2' || family === 'AL2023' || family === 'Bottlerocket' ? RELEASES[family] : undefined;
}

function likelyRelease(version: string, pattern: RegExp): string | undefined {
  const lower = version.toLowerCase();
  return ['latest', lower, `v${lower}`].find(
    (candidate) =>
      candidate !== version && (candidate === 'latest' ? lower === 'latest' : pattern.test(candidate)),
  );
}
