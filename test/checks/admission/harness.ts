import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createAdmissionCheck } from '../../../src/checks/admission/admission-check.ts';
import { readCrd } from '../../../src/checks/admission/read-crd.ts';
import type { JsonMap, JsonValue } from '../../../src/diagnostics/json-value.ts';
import type { AdmissionCheck, CrdProblem, Refusal } from '../../../src/model/admission.ts';

export function readText(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8');
}

export function readLines(name: string): readonly string[] {
  return readText(name)
    .split('\n')
    .filter((line) => line !== '');
}

export interface Compiled {
  readonly check: AdmissionCheck;
  readonly problems: readonly CrdProblem[];
}

/** A CRD of the group example.com with one version. */
export function crdOf(schema: JsonValue): JsonMap {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    spec: {
      group: 'example.com',
      names: { kind: 'Odd', plural: 'odds' },
      scope: 'Cluster',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

export function compile(value: JsonValue): Compiled {
  const { crd, problems } = readCrd(value);
  if (crd === undefined) throw new Error(`not a CRD: ${JSON.stringify(problems)}`);
  return createAdmissionCheck(crd, 'v1');
}

export function compileFile(name: string): Compiled {
  return compile(parse(readText(name)) as JsonValue);
}

export function objectOf(spec: JsonValue, more: JsonMap = {}): JsonMap {
  return { apiVersion: 'example.com/v1', kind: 'Odd', metadata: { name: 'odd1' }, spec, ...more };
}

export function refusalText({ reason, pointer, message, transition }: Refusal): string {
  return `  ${pointer} ${reason}${transition === true ? ' (transition)' : ''}: ${message}`;
}

export function verdictText(refusals: readonly Refusal[]): string {
  return refusals.length === 0 ? '  admitted' : refusals.map(refusalText).join('\n');
}
