import type { AwsCatalogue } from '../../catalogue/catalogue.ts';
import { invariant } from '../../diagnostics/invariant.ts';
import type { Ec2NodeClassSpec } from '../../kubernetes/api/ec2-node-class.ts';
import type { Cluster } from '../../model/cluster.ts';
import type { InstanceTable, NodeResources, PricingNote } from '../../model/instance-type.ts';
import type { Provider } from '../../model/provider.ts';
import { classTraits, type NamedIds } from './class-traits.ts';
import { type InstanceTypes, instanceTypes } from './instance-types.ts';
import { CAPACITY_RESERVATION_ID, PLACEMENT_GROUP_ID } from './label-keys.ts';
import { type Location, locate } from './location.ts';
import { namedValues } from './named-values.ts';
import { nodeResources } from './overhead.ts';
import { adjustmentsKey } from './price-adjustments.ts';
import { priceBook } from './prices.ts';
import { type ResourceSignature, resourceSignature } from './resource-signature.ts';

/** Resources of so many signatures are kept; a thousand different disks must not fill the memory. */
const KEPT_SIGNATURES = 128;
/** Types at so many places and prices are kept: a thousand clusters may have a thousand lists of zones. */
const KEPT_PLACES = 32;

interface SharedTypes extends InstanceTypes {
  readonly pricing: PricingNote;
  readonly tables: Map<string, InstanceTable>;
}

interface Place {
  readonly location: Location;
  readonly named: NamedIds;
  /** Equal for clusters that see the same offerings at the same prices. */
  readonly key: string;
}

/**
 * Makes the provider's `instanceTable`. Types are built once for each place and kind of class; resources are
 * computed when asked for, once for each signature and type.
 */
export function instanceTables(catalogue: AwsCatalogue): Provider['instanceTable'] {
  const places = new WeakMap<Cluster, Place>();
  const shared = new Map<string, SharedTypes>();
  const resources = resourceCache(catalogue);

  const placeOf = (cluster: Cluster): Place => {
    let place = places.get(cluster);
    if (place === undefined) {
      const location = locate(cluster, catalogue);
      place = { location, named: namedIds(cluster), key: placeKey(cluster, location) };
      places.set(cluster, place);
    }
    return place;
  };
  const typesFor = (cluster: Cluster, spec: Ec2NodeClassSpec | undefined): SharedTypes => {
    const { location, named, key: place } = placeOf(cluster);
    const traits = classTraits(spec, named);
    const key = `${place}\n${traits.key}`;
    let found = shared.get(key);
    if (found === undefined) {
      const prices = priceBook(cluster, location, catalogue);
      const types = instanceTypes({ catalogue, location, traits, prices });
      found = { ...types, pricing: prices.note, tables: new Map() };
    }
    // The one asked for goes to the end; the first one is the first to go.
    shared.delete(key);
    shared.set(key, found);
    for (const oldest of shared.keys()) {
      if (shared.size <= KEPT_PLACES) break;
      shared.delete(oldest);
    }
    return found;
  };
  return (cluster, nodeClass) => {
    const { types, exclusions, pricing, tables } = typesFor(cluster, nodeClass?.spec);
    const signature = resourceSignature(nodeClass?.spec);
    let table = tables.get(signature.key);
    if (table === undefined) {
      table = { types, exclusions, resourcesOf: (type) => resources(signature, type.name), pricing };
      tables.set(signature.key, table);
    }
    return table;
  };
}

function namedIds(cluster: Cluster): NamedIds {
  const named = namedValues(cluster, [CAPACITY_RESERVATION_ID, PLACEMENT_GROUP_ID]);
  return { reservations: named(CAPACITY_RESERVATION_ID), placementGroups: named(PLACEMENT_GROUP_ID) };
}

function placeKey(cluster: Cluster, location: Location): string {
  const { spotPriceRatio, priceAdjustments } = cluster.settings;
  return JSON.stringify([location, spotPriceRatio.value, adjustmentsKey(priceAdjustments)]);
}

function resourceCache(
  catalogue: AwsCatalogue,
): (signature: ResourceSignature, name: string) => NodeResources {
  const factsByName = new Map(catalogue.types.map((facts) => [facts.name, facts]));
  /** Least recently used first. */
  const kept = new Map<string, Map<string, NodeResources>>();
  let latest: { readonly key: string; readonly byName: Map<string, NodeResources> } | undefined;

  const resourcesUnder = (key: string): Map<string, NodeResources> => {
    if (latest?.key === key) return latest.byName;
    const byName = kept.get(key) ?? new Map<string, NodeResources>();
    kept.delete(key);
    kept.set(key, byName);
    const oldest = kept.keys().next();
    if (kept.size > KEPT_SIGNATURES && oldest.done !== true) kept.delete(oldest.value);
    latest = { key, byName };
    return byName;
  };
  return (signature, name) => {
    const byName = resourcesUnder(signature.key);
    let found = byName.get(name);
    if (found === undefined) {
      const facts = factsByName.get(name);
      invariant(facts !== undefined, `${name} is a type of this provider's catalogue`);
      found = nodeResources(facts, signature);
      byName.set(name, found);
    }
    return found;
  };
}
