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

const FORMATS: readonly Format[] = [KARPENTER];

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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
