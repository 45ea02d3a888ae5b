import * as z from 'zod';
import type { JsonPath } from '../json-text.ts';
import type { ImportFile } from './import-file.ts';
import { firstIssueText } from '../issue-text.ts';

const REGION = /^[a-z]{2,}(?:-[a-z]+)+-[0-9]+$/;

const productSchema = z.object({
  productFamily: z.string().optional(),
  attributes: z.object({
    instanceType: z.string().optional(),
    regionCode: z.string().regex(REGION).optional(),
    locationType: z.string().optional(),
    operatingSystem: z.string().optional(),
    preInstalledSw: z.string().optional(),
    capacitystatus: z.string().optional(),
    marketoption: z.string().optional(),
    tenancy: z.string().optional(),
  }),
});

const termsSchema = z.record(
  z.string(),
  z.object({
    priceDimensions: z.record(
      z.string(),
      z.object({ unit: z.string().optional(), pricePerUnit: z.record(z.string(), z.string()) }),
    ),
  }),
);

/** Of `aws pricing get-products`: each entry is JSON in a string. */
const entrySchema = z.object({
  product: z.unknown(),
  terms: z.object({ OnDemand: z.unknown() }).optional(),
  publicationDate: z.string().optional(),
});

export interface ListedPrice {
  readonly type: string;
  readonly region: string;
  readonly currency: string;
  readonly perHour: number;
  /** ISO date on which AWS published it, if the file says so. */
  readonly date?: string;
}

/** From an offer file of the AmazonEC2 price list (`products` and `terms`), or from `aws pricing get-products`. */
export function readPriceList(file: ImportFile): ListedPrice[] {
  return 'PriceList' in file.value ? readProductList(file) : readOfferFile(file);
}

function readOfferFile(file: ImportFile): ListedPrice[] {
  const products = memberOf(file.value, 'products');
  const onDemand = memberOf(memberOf(file.value, 'terms'), 'OnDemand');
  const date = isoDate(file.value['publicationDate']);
  return Object.keys(products).flatMap((sku) =>
    readProduct({ file, path: ['products', sku], product: products[sku], terms: onDemand[sku], date }),
  );
}

function readProductList(file: ImportFile): ListedPrice[] {
  return file.list('PriceList').flatMap((item, i) => {
    const path = ['PriceList', i];
    const entry = entrySchema.safeParse(typeof item === 'string' ? parsed(item) : item);
    if (!entry.success) {
      file.skip(path, `the product is left out: ${firstIssueText(entry.error.issues)}`);
      return [];
    }
    const { product, terms, publicationDate } = entry.data;
    return readProduct({ file, path, product, terms: terms?.OnDemand, date: isoDate(publicationDate) });
  });
}

function readProduct(input: {
  readonly file: ImportFile;
  readonly path: JsonPath;
  readonly product: unknown;
  readonly terms: unknown;
  readonly date: string | undefined;
}): ListedPrice[] {
  const { file, path, date } = input;
  const product = productSchema.safeParse(input.product);
  // Most products of the list are no machines: volumes, addresses, traffic. They are no mistake.
  if (!product.success || !isLinuxMachine(product.data)) return [];
  const { instanceType, regionCode } = product.data.attributes;
  if (instanceType === undefined || regionCode === undefined) return [];
  const terms = termsSchema.safeParse(input.terms ?? {});
  if (!terms.success) {
    file.skip(path, `the price of \`${instanceType}\` is left out: ${firstIssueText(terms.error.issues)}`);
    return [];
  }
  const currency = regionCode.startsWith('cn-') ? 'CNY' : 'USD';
  const perHour = hourlyPrice(terms.data, currency);
  if (perHour === undefined) return [];
  return [
    { type: instanceType, region: regionCode, currency, perHour, ...(date === undefined ? {} : { date }) },
  ];
}

/** The filters of Karpenter 1.14 (pkg/providers/pricing/pricing.go, `fetchOnDemandPricing`). */
function isLinuxMachine({ productFamily, attributes }: z.infer<typeof productSchema>): boolean {
  const { tenancy, operatingSystem, preInstalledSw, capacitystatus, marketoption, locationType } = attributes;
  return (
    ((productFamily === 'Compute Instance' && tenancy === 'Shared') ||
      (productFamily === 'Compute Instance (bare metal)' && tenancy === 'Dedicated')) &&
    operatingSystem === 'Linux' &&
    preInstalledSw === 'NA' &&
    capacitystatus === 'Used' &&
    (marketoption ?? 'OnDemand') === 'OnDemand' &&
    (locationType ?? 'AWS Region') === 'AWS Region'
  );
}

/** Zero stands for "covered by something else" in the list, not for free machines. */
function hourlyPrice(terms: z.infer<typeof termsSchema>, currency: string): number | undefined {
  for (const term of Object.values(terms)) {
    for (const { unit, pricePerUnit } of Object.values(term.priceDimensions)) {
      const price = Number(pricePerUnit[currency] ?? 0);
      if ((unit ?? 'Hrs') === 'Hrs' && price > 0) return price;
    }
  }
  return undefined;
}

function memberOf(value: unknown, key: string): Readonly<Record<string, unknown>> {
  const member =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return typeof member === 'object' && member !== null ? (member as Record<string, unknown>) : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isoDate(value: unknown): string | undefined {
  return typeof value === 'string' ? /^[0-9]{4}-[0-9]{2}-[0-9]{2}/.exec(value)?.[0] : undefined;
}
