import type { AnnotationRecording } from './capi/annotations-format.ts';
import { checkAnnotations } from './capi/check-annotations.ts';
import { checkBalance, checkPacking } from './capi/check-packing.ts';
import type { BalanceCase, PackingScenario } from './capi/packing-format.ts';
import { checkCase, type CaseResult } from './check-case.ts';
import type { RecordedCase } from './format.ts';
import { cataloguesBeside, readDocuments, UnreadableFile } from './read-documents.ts';
import type { CatalogueByName } from './scenario-to-problem.ts';

export interface LocatedResult extends CaseResult {
  /** `file:line` */
  readonly where: string;
}

/** A kind of recording. A document may hold several cases. */
interface Format {
  accepts(document: unknown): boolean;
  check(document: unknown, catalogue: CatalogueByName): readonly CaseResult[];
}

const KARPENTER: Format = {
  accepts: (document) =>
    isObject(document) &&
    isObject(document['scenario']) &&
    isObject(document['expected']) &&
    (document['kind'] === 'exact' || document['kind'] === 'envelope'),
  check: (document, catalogue) => [checkCase(document as RecordedCase, catalogue)],
};

const CAPI_ANNOTATIONS: Format = {
  accepts: (document) =>
    isObject(document) &&
    (Array.isArray(document['quantities']) || isFilled(document['cases'], 'annotations')),
  check: (document) => checkAnnotations(document as Partial<AnnotationRecording>),
};

/** `{scenarios: […]}`, a list of them, or one alone. */
const CAPI_PACKING: Format = {
  accepts: (document) => areFilled(listed(document, 'scenarios'), ['nodeCpuMilli', 'groups', 'outcomes']),
  check: (document) => (listed(document, 'scenarios') as readonly PackingScenario[]).map(checkPacking),
};

/** `{cases: […]}`, a list of them, or one alone. */
const CAPI_BALANCE: Format = {
  accepts: (document) => areFilled(listed(document, 'cases'), ['groups', 'newNodes', 'newSizes']),
  check: (document) => (listed(document, 'cases') as readonly BalanceCase[]).map(checkBalance),
};

const FORMATS: readonly Format[] = [KARPENTER, CAPI_ANNOTATIONS, CAPI_PACKING, CAPI_BALANCE];

/** Decides every case of a file. Throws `UnreadableFile` for what is no recording, or one without a case. */
export function checkFile(file: string): readonly LocatedResult[] {
  const catalogue = cataloguesBeside(file);
  const results = readDocuments(file).flatMap(({ value, line }) => {
    const where = `${file}:${line}`;
    const format = FORMATS.find((one) => one.accepts(value));
    if (format === undefined) throw new UnreadableFile(`${where}: this is no recorded case`);
    return format.check(value, catalogue).map((result) => ({ ...result, where }));
  });
  if (results.length === 0) throw new UnreadableFile(`${file}: there is no case in it`);
  return results;
}

function listed(document: unknown, field: string): unknown {
  if (Array.isArray(document)) return document;
  return isObject(document) && field in document ? document[field] : [document];
}

function areFilled(list: unknown, fields: readonly string[]): boolean {
  return fields.every((field) => isFilled(list, field));
}

/** A list of objects that have a field. */
function isFilled(list: unknown, field: string): boolean {
  return Array.isArray(list) && list.length > 0 && list.every((item) => isObject(item) && field in item);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
