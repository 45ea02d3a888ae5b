import type { Case } from '../case.ts';
import type { Schema } from '../schema.ts';
import type { ScratchKind } from './index.ts';
import { PROGRAMS } from './programs.ts';
import { scratchCrd } from './scratch-crd.ts';

/** A CRD may hold so many rules, and the cost of all of them is limited; more kinds than one keep below it. */
const PER_KIND = 60;

/** Kinds whose fields each have one program as their rule. */
export const LIBRARIES: readonly ScratchKind[] = Array.from(
  { length: Math.ceil(PROGRAMS.length / PER_KIND) },
  (_, part) => {
    const first = part * PER_KIND;
    const programs = PROGRAMS.slice(first, first + PER_KIND);
    const properties = Object.fromEntries(
      programs.map(({ schema, rule }, index) => [
        `p${first + index}`,
        { ...schema, 'x-kubernetes-validations': [{ rule }] } satisfies Schema,
      ]),
    );
    const cases = programs.flatMap(({ rule, values }, index) =>
      values.map(
        (value, at): Case => ({
          title: `${rule} ${at}: ${JSON.stringify(value).slice(0, 80)}`,
          base: 'full',
          edits: [[`/spec/p${first + index}`, value]],
        }),
      ),
    );
    return {
      name: `programs-${part}`,
      crd: scratchCrd(`Programs${part}`, { type: 'object', properties }),
      bases: { full: { spec: {} } },
      cases,
    };
  },
);
