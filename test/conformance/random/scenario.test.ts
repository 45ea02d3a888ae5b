import { describe, expect, it } from 'vitest';
import { FAMILIES, FEATURES, type FamilyName } from './features.ts';
import { randomScenario } from './scenario.ts';

const NAMES = Object.keys(FAMILIES) as FamilyName[];
const MANY = Array.from({ length: 600 }, (_, i) => randomScenario('test', i));
const TEXTS = MANY.map((scenario) => JSON.stringify(scenario));

describe('random scenarios', () => {
  it('are the same for the same seed and number', () => {
    expect(randomScenario('s', 7)).toEqual(randomScenario('s', 7));
    expect(JSON.stringify(randomScenario('s', 7))).not.toBe(JSON.stringify(randomScenario('s', 8)));
    expect(JSON.stringify(randomScenario('s', 7))).not.toBe(JSON.stringify(randomScenario('t', 7)));
  });

  it.each(NAMES)('of the family %s are of that family and stay small', (family) => {
    for (let i = 0; i < 15; i++) {
      const scenario = randomScenario('small', i, family);
      const pods = (scenario.podGroups ?? []).reduce((sum, { count }) => sum + count, 0);
      expect(scenario.family).toBe(family);
      expect(scenario.tags).toEqual(expect.arrayContaining([...FAMILIES[family].always]));
      expect(pods).toBeGreaterThan(0);
      expect(pods).toBeLessThanOrEqual(400);
    }
  });

  it('have pods with unique uids', () => {
    for (const { podGroups = [], boundPods = [] } of MANY) {
      const prefixes = podGroups.map(({ uidPrefix }) => uidPrefix);
      const bound = boundPods.map(({ metadata }) => metadata?.uid);
      expect(new Set([...prefixes, ...bound]).size).toBe(prefixes.length + bound.length);
    }
  });

  it('use every family and every feature', () => {
    expect([...new Set(MANY.map(({ family }) => family))].sort()).toEqual([...NAMES].sort());
    expect([...new Set(MANY.flatMap(({ tags }) => tags))].sort()).toEqual([...FEATURES].sort());
  });

  // What a feature leads to, in the JSON: one that changes nothing would go unnoticed.
  it.each([
    ['weights', '"weight":'],
    ['limits', '"limits":{'],
    ['node limits', '"nodes":"1"'],
    ['static pools', '"replicas":'],
    ['pools that are not ready', '"type":"Ready","status":"False"'],
    ['soft taints', '"effect":"PreferNoSchedule"'],
    ['startup taints', '"startupTaints":[{'],
    ['minValues', '"minValues":'],
    ['best effort', '"minValuesPolicy":"BestEffort"'],
    ['ignored preferences', '"preferencePolicy":"Ignore"'],
    ['bounds', '"operator":"Gte"'],
    ['aliases', 'failure-domain.beta.kubernetes.io/zone'],
    ['numeric tolerations', '"operator":"Gt","value":"5"'],
    ['minDomains', '"minDomains":'],
    ['taint policies', '"nodeTaintsPolicy":"Honor"'],
    ['affinity policies', '"nodeAffinityPolicy":"Ignore"'],
    ['matchLabelKeys', '"matchLabelKeys":'],
    ['soft spread', '"whenUnsatisfiable":"ScheduleAnyway"'],
    ['own topology keys', '"topologyKey":"example.com/shard"'],
    ['namespace selectors', '"namespaceSelector":'],
    ['host ports', '"hostPort":443'],
    ['host addresses', '"hostIP":"10.0.0.1"'],
    ['sidecars', '"restartPolicy":"Always"'],
    ['overhead', '"overhead":{"cpu"'],
    ['limits instead of requests', '"resources":{"limits"'],
    ['volumes in several zones', '"allowedTopologies":'],
    ['local volumes', '"local":{'],
    ['volume limits', '"drivers":[{'],
    ['reserved capacity', '"reservationCapacity":2'],
    ['shared reservations', 'cr-shared'],
    ['no reserved capacity', '"reservedCapacity":false'],
    ['capacity overrides', '"capacityOverride":'],
    ['overhead overrides', '"overheadOverride":'],
    ['huge pages', '"hugepages-2Mi":"256Mi"'],
    ['extended resources', '"nvidia.com/gpu":"2"'],
    ['fractions', '"memory":"1.5Gi"'],
    ['offerings that are not available', '"available":false'],
    ['lists of types by pool', '"instanceTypes":{'],
    ['nodes without a node', '"status":{"providerID":"test:///node-a0","capacity"'],
    ['nodes that have just joined', '"karpenter.sh/unregistered"'],
    ['running daemons', '"kind":"DaemonSet"'],
    ['what is on its way out', '"deletionTimestamp":'],
    ['instances on their way out', '"InstanceTerminating"'],
    ['claims on devices', '"resourceClaims":'],
    ['volumes of their own', '"ephemeral":'],
    ['labels of a driver', '"topology.ebs.csi.aws.com/zone","operator"'],
    ['conditions on fields', '"matchFields":'],
    ['conditions on a node by name', '"kubernetes.io/hostname","operator"'],
    ['resizes', '"allocatedResources":'],
    ['zone ids', '"tz-az1"'],
  ])('contain %s', (_title, text) => {
    expect(TEXTS.some((json) => json.includes(text))).toBe(true);
  });
});
