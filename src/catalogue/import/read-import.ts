import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../diagnostics/source.ts';
import type { AwsInstanceFacts } from '../catalogue.ts';
import { readJson } from '../json-text.ts';
import { ImportFile } from './import-file.ts';
import { type CompiledIn, readInstanceTypes } from './instance-types.ts';
import { type Offered, readOfferings } from './offerings.ts';
import { type ListedPrice, readPriceList } from './price-list.ts';
import { readSpotPrices, type SpotPrice } from './spot-prices.ts';

/** What one file of an import holds. */
export type ReadImport = { readonly source: Source; readonly diagnostics: readonly Diagnostic[] } & (
  | { readonly holds: 'instance types'; readonly types: readonly AwsInstanceFacts[] }
  | { readonly holds: 'offerings'; readonly offered: readonly Offered[] }
  | { readonly holds: 'spot prices'; readonly spot: readonly SpotPrice[] }
  | { readonly holds: 'on-demand prices'; readonly prices: readonly ListedPrice[] }
  | { readonly holds: 'nothing' }
);

/** Reads a file, whichever of the known outputs it is. */
export function readImport(source: Source, compiledIn: CompiledIn): ReadImport {
  const read = readJson(source, 'PW5010');
  if ('problem' in read) return { source, holds: 'nothing', diagnostics: [read.problem] };
  const { value } = read;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return unknownShape(source);
  const file = new ImportFile(source, value as Record<string, unknown>);
  const content = readContent(file, compiledIn);
  if (content === undefined) return unknownShape(source);
  const found = countOf(content);
  if (found === 0 && file.diagnostics.length === 0) {
    file.report(
      'PW5015',
      [],
      `\`${source.file}\` holds no ${content.holds} that could be used`,
      HELP[content.holds],
    );
  }
  const { NextToken: next } = file.value;
  if (typeof next === 'string' && next !== '') {
    file.report(
      'PW5014',
      ['NextToken'],
      `\`${source.file}\` is only the first part of the answer`,
      'Ask without `--max-items` and `--no-paginate`.',
    );
  }
  return { ...content, source, diagnostics: file.diagnostics };
}

const HELP = {
  'instance types': undefined,
  offerings: undefined,
  'spot prices': 'Only prices for Linux/UNIX are used.',
  'on-demand prices': 'Only on-demand prices for Linux on shared machines, and for bare metal, are used.',
} as const;

type Content =
  | { readonly holds: 'instance types'; readonly types: readonly AwsInstanceFacts[] }
  | { readonly holds: 'offerings'; readonly offered: readonly Offered[] }
  | { readonly holds: 'spot prices'; readonly spot: readonly SpotPrice[] }
  | { readonly holds: 'on-demand prices'; readonly prices: readonly ListedPrice[] };

function readContent(file: ImportFile, compiledIn: CompiledIn): Content | undefined {
  const has = (key: string) => key in file.value;
  if (has('InstanceTypes')) return { holds: 'instance types', types: readInstanceTypes(file, compiledIn) };
  if (has('InstanceTypeOfferings')) return { holds: 'offerings', offered: readOfferings(file) };
  if (has('SpotPriceHistory')) return { holds: 'spot prices', spot: readSpotPrices(file) };
  if (has('PriceList') || (has('products') && has('terms'))) {
    return { holds: 'on-demand prices', prices: readPriceList(file) };
  }
  return undefined;
}

function countOf(content: Content): number {
  if (content.holds === 'instance types') return content.types.length;
  if (content.holds === 'offerings') return content.offered.length;
  if (content.holds === 'spot prices') return content.spot.length;
  return content.prices.length;
}

function unknownShape(source: Source): ReadImport {
  const span = { source, start: 0, end: Math.min(1, source.text.length) };
  return {
    source,
    holds: 'nothing',
    diagnostics: [
      diagnostic('PW5011', span, `\`${source.file}\` is none of the outputs that can be imported`, {
        help:
          'Known are the JSON outputs of `aws ec2 describe-instance-types`, `describe-instance-type-offerings` and ' +
          '`describe-spot-price-history`, of `aws pricing get-products`, and the AmazonEC2 offer files. Leave `--query` out.',
      }),
    ],
  };
}
