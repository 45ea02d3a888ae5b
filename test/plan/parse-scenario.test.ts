import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../src/model/scenario.ts';
import { AS_WRITTEN, parseScenario, SCENARIO_FORMS } from '../../src/plan/parse-scenario.ts';

const peak: Scenario = { ...AS_WRITTEN, name: 'peak', description: 'sales', replicasPercent: 150 };

const around = {
  defined: [peak],
  zones: ['eu-west-1a', 'eu-west-1b', 'mx-central-1a'],
  instanceTypes: ['m7i.large', 'm7i.xlarge', 'm5.large', 'm5.large-x'],
};

function parsed(text: string): Partial<Scenario> | string {
  const result = parseScenario(text, around);
  if (!result.ok) return result.problem;
  const { name: _name, ...parts } = result.scenario;
  const { name: _other, ...written } = AS_WRITTEN;
  return Object.fromEntries(
    Object.entries(parts).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(written[key as keyof typeof written]),
    ),
  );
}

describe('parseScenario', () => {
  it('takes those of the definition by name', () => {
    expect(parseScenario('peak', around)).toEqual({ ok: true, scenario: peak });
  });

  it.each([
    ['zone-outage eu-west-1a', { lostZones: ['eu-west-1a'] }],
    ['zone-outage=eu-west-1a', { lostZones: ['eu-west-1a'] }],
    ['no-spot', { unavailable: [{ capacityTypes: ['spot'] }] }],
    [
      'unavailable m7i.largexeu-west-1a',
      { unavailable: [{ instanceTypes: ['m7i.large'], zones: ['eu-west-1a'] }] },
    ],
    [
      'unavailable m7i.large×eu-west-1b',
      { unavailable: [{ instanceTypes: ['m7i.large'], zones: ['eu-west-1b'] }] },
    ],
    // Types and zones with an x of their own.
    [
      'unavailable m7i.xlargexmx-central-1a',
      { unavailable: [{ instanceTypes: ['m7i.xlarge'], zones: ['mx-central-1a'] }] },
    ],
    [
      'unavailable m5.large-x x eu-west-1a',
      { unavailable: [{ instanceTypes: ['m5.large-x'], zones: ['eu-west-1a'] }] },
    ],
    ['unavailable m5.large', { unavailable: [{ instanceTypes: ['m5.large'] }] }],
    ['family-withdrawn m5', { unavailable: [{ instanceFamilies: ['m5'] }] }],
    ['family withdrawn m5', { unavailable: [{ instanceFamilies: ['m5'] }] }],
    ['replicas +30%', { replicasPercent: 130 }],
    ['replicas -20%', { replicasPercent: 80 }],
    ['replicas 250 %', { replicasPercent: 250 }],
    ['replicas+30%', { replicasPercent: 130 }],
    ['replicas-20%', { replicasPercent: 80 }],
    ['replicas150%', { replicasPercent: 150 }],
    ['replicas=+30%', { replicasPercent: 130 }],
    ['replicas 100000%', { replicasPercent: 100_000 }],
    ['warm', { memory: 'warm' }],
    ['warm, peak', { memory: 'warm', replicasPercent: 150 }],
    ['cold', {}],
    [
      'zone-outage eu-west-1a, replicas +10%, no-spot',
      { lostZones: ['eu-west-1a'], replicasPercent: 110, unavailable: [{ capacityTypes: ['spot'] }] },
    ],
    ['peak, no-spot', { replicasPercent: 150, unavailable: [{ capacityTypes: ['spot'] }] }],
    ['peak, replicas +10%', { replicasPercent: 165 }],
  ])('reads %s', (text, expected) => {
    expect(parsed(text)).toEqual(expected);
  });

  it('keeps what was asked for as the name', () => {
    const result = parseScenario(' no-spot, replicas +5% ', around);
    expect(result.ok && result.scenario.name).toBe('no-spot, replicas +5%');
  });

  it.each([
    [
      'zone-outage eu-west-1z',
      '`zone-outage` needs a zone of the cluster: eu-west-1a, eu-west-1b, mx-central-1a, not `eu-west-1z`',
    ],
    ['zone-outage', '`zone-outage` needs a zone of the cluster: eu-west-1a, eu-west-1b, mx-central-1a'],
    ['no-spot really', '`no-spot` takes no value'],
    ['family-withdrawn m7', 'there is no instance family `m7`; did you mean `m5`?'],
    ['family-withdrawn', '`family-withdrawn` needs an instance family, such as `m7i`'],
    [
      'unavailable m7i.largexeu-west-1z',
      '`eu-west-1z` is no zone of the cluster, which has eu-west-1a, eu-west-1b, mx-central-1a',
    ],
    [
      'replicas 30',
      '`replicas` needs a change in percent, such as `+30%` or `-20%`, or `150%` of what is written',
    ],
    ['replicas -130%', '`replicas` cannot go below nothing'],
    ['replicas +100000%', '`replicas` takes 0% to 100000% of what is written, and `+100000%` is 100100%'],
    [
      'all, no-spot',
      '`all` stands alone: it plans each scenario of the definition; name those that are to hold together with commas',
    ],
    ['warm, cold', '`warm` and `cold` cannot hold together: choose one estimate of memory'],
    ['cold, no-spot, warm', '`warm` and `cold` cannot hold together: choose one estimate of memory'],
  ])('refuses %s', (text, problem) => {
    expect(parsed(text)).toBe(problem);
  });

  it('lists what there is for a name that is nothing', () => {
    const problem = parsed('peek');
    expect(problem).toContain('there is no scenario `peek`; did you mean `peak`?');
    for (const form of SCENARIO_FORMS) expect(problem).toContain(form);
  });
});
