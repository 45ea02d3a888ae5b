import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { type DecisionForm, withoutReplicas } from './claim-form.ts';
import { differences } from './differences.ts';
import { type ZoneRenaming, zoneRenamings } from './equal-zones.ts';
import { kwokForm } from './kwok-form.ts';
import { kwokOutput } from './kwok-output.ts';
import { manifestObjects } from './manifest-objects.ts';
import { observedForm } from './observed-form.ts';
import { plannedForm, plannedStaticNodes } from './planned-form.ts';
import { compileCase, type KarpenterCase, readCases } from './read-case.ts';
import { type Observed, runCase } from './run-case.ts';
import { withIdentities } from './with-identities.ts';

describe('Karpenter makes the nodes that the plan says', () => {
  const only = process.env['KARPENTER_CASE']?.split(',');
  const cases = readCases().filter(({ name }) => only?.includes(name) ?? true);
  const agreed = { sets: 0, pods: 0, nodeClaims: 0, unplaced: 0 };
  afterAll(() => console.log('agreed with Karpenter:', JSON.stringify(agreed)));

  it.each(cases)('of $name', async (one) => {
    const given = compileCase(one);
    const { staticNodes } = plannedForm(given);
    const output = kwokOutput(given.compiled);
    const observed = await runCase(inject('core'), inject('binaries').karpenter, {
      ...output,
      ...manifestObjects(one.manifests, given.workloads),
      featureGates: one.notes.feature_gates,
      staticNodes: staticNodes.length,
    });

    const real = observedForm(observed);
    let closest: Comparison | undefined;
    for (const zones of zoneRenamings(one.notes.equal_zones ?? [])) {
      const found = compared(one, zones, { observed, real });
      if (closest === undefined || lengthOf(found) < lengthOf(closest)) closest = found;
      if (lengthOf(closest) === 0) break;
    }
    expect(closest).toEqual({ kwok: [], identified: [], shown: [] });
    expect(real.claims.length + real.unplaced.length).toBeGreaterThan(0);
    agreed.sets += 1;
    agreed.pods += observed.pods.length;
    agreed.nodeClaims += real.claims.length + real.staticNodes.length;
    agreed.unplaced += real.unplaced.length;
  });

  it.skipIf(only !== undefined)('and of as many sets and pods as docs/conformance.md says', () => {
    const text = readFileSync('docs/conformance.md', 'utf8').replaceAll(/\s+/g, ' ');
    const pods = agreed.pods.toLocaleString('en-US');
    expect(text).toContain(`the pods of ${agreed.sets} sets of workloads (${pods} pods)`);
  });
});

/** Each a list of differences. */
interface Comparison {
  /** From what our packer decides about what KWOK is given: to the last detail. */
  readonly kwok: readonly string[];
  /** From the plan, with the uids that pods got: equal pods are taken by uid, so it is certain who goes where. */
  readonly identified: readonly string[];
  /** From the plan as people see it. */
  readonly shown: readonly string[];
}

function compared(
  one: KarpenterCase,
  zones: ZoneRenaming,
  { observed, real }: { readonly observed: Observed; readonly real: DecisionForm },
): Comparison {
  const given = compileCase(withTexts(one, zones.of));
  const { compiled, provider, workloads } = given;
  const known = { ...given, workloads: withIdentities(workloads, observed.pods) };
  const planned = plannedForm(given);
  const ofKwok = kwokForm({
    ...kwokOutput(compiled),
    workloads: { ...known.workloads, nodes: plannedStaticNodes(known) },
    aliases: provider.labels(compiled.cluster).aliases,
  });
  const { differs = {} } = one.notes;
  const leftOut = new Set(Object.keys(differs)) as ReadonlySet<keyof typeof differs>;
  const identified = zones.undo(plannedForm(known));
  const exact = differences(identified, real, { leftOut: NOTHING });
  return {
    kwok: differences({ ...zones.undo(ofKwok), staticNodes: planned.staticNodes }, real, {
      leftOut: NOTHING,
    }),
    identified: [
      ...differences(identified, real, { leftOut }),
      // An excuse that is no longer needed would hide what comes next.
      ...(leftOut.size > 0 && exact.length === 0 ? ['what is said to differ does not'] : []),
    ],
    shown: differences(withoutReplicas(zones.undo(planned), workloads), withoutReplicas(real, workloads), {
      leftOut,
    }),
  };
}

const NOTHING: ReadonlySet<never> = new Set();

function lengthOf({ kwok, identified, shown }: Comparison): number {
  return kwok.length + identified.length + shown.length;
}

function withTexts(one: KarpenterCase, change: (text: string) => string): KarpenterCase {
  const { definition, defaults, manifests } = one;
  return {
    ...one,
    definition: change(definition),
    defaults: defaults === undefined ? undefined : change(defaults),
    manifests: change(manifests),
  };
}
