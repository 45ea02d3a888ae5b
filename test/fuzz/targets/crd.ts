import { createAdmissionCheck } from '../../../src/checks/admission/admission-check.ts';
import { readCrd } from '../../../src/checks/admission/read-crd.ts';
import type { JsonValue } from '../../../src/diagnostics/json-value.ts';
import { Source } from '../../../src/diagnostics/source.ts';
import { readDocuments } from '../../../src/documents/read-documents.ts';
import { mutated } from '../mutate/mutate.ts';
import { must } from '../oracles.ts';
import { type FuzzTarget, joinParts, splitParts } from '../target.ts';
import { CRDS, EXPRESSIONS, INSTANCES } from './crd-corpus.ts';

/** A CustomResourceDefinition of anybody's, with its rules, asked about objects. */
export function crdTarget(): FuzzTarget {
  return {
    name: 'crd',
    make: (random) => {
      const crd = random.below(2) === 0 ? mutated(CRDS, random, 'yaml') : random.pick(CRDS);
      const rule = random.below(2) === 0 ? random.pick(EXPRESSIONS) : mutated(EXPRESSIONS, random, 'text');
      return joinParts([
        ['crd', crd.replace("rule: 'true'", () => `rule: ${JSON.stringify(rule)}`)],
        ['object', mutated(INSTANCES, random, 'yaml')],
        ['old', random.pick(INSTANCES)],
      ]);
    },
    run: (input) => {
      const parts = splitParts(input);
      const [value] = valuesOf(parts.get('crd') ?? '');
      if (value === undefined) return false;
      const { crd, problems } = readCrd(value);
      for (const { pointer, message } of problems) {
        must(
          message.trim() !== '' && (pointer === '' || pointer.startsWith('/')),
          () => `a problem at ${pointer}: ${message}`,
        );
      }
      if (crd === undefined) return false;
      const [object] = valuesOf(parts.get('object') ?? '');
      const [oldObject] = valuesOf(parts.get('old') ?? '');
      for (const version of crd.versions.keys()) {
        const { check } = createAdmissionCheck(crd, version);
        if (object === undefined) continue;
        const defaulted = check.withDefaults(object);
        JSON.stringify(defaulted);
        const refusals = [
          ...check.admit({ object }),
          ...(oldObject === undefined ? [] : check.admit({ object: defaulted, oldObject })),
        ];
        for (const { pointer, message } of refusals) {
          must(
            message !== '' && (pointer === '' || pointer.startsWith('/')),
            () => `a refusal at ${pointer}: ${message}`,
          );
        }
      }
      return problems.length === 0;
    },
  };
}

function valuesOf(text: string): readonly JsonValue[] {
  return readDocuments(new Source('fuzz.yaml', text)).documents.map(({ value }) => value);
}
