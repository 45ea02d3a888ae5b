export interface MinSizeInput {
  /** By position, in the order in which MachineDeployments are served: the cheapest first. */
  readonly machines: readonly { readonly zone: string; readonly maxSize: number }[];
  /** Warm nodes of the whole pool. */
  readonly total: number;
}

export interface MinSizes {
  readonly sizes: readonly number[];
  /** How many found no room below the largest sizes. */
  readonly left: number;
}

/** Warm nodes spread evenly over the zones, each zone's on its cheapest machines. */
export function minSizes({ machines, total }: MinSizeInput): MinSizes {
  const sizes = machines.map(() => 0);
  const zones = [...new Set(machines.map(({ zone }) => zone))].sort();
  const room = new Map(
    zones.map((zone) => [
      zone,
      machines.reduce((sum, machine) => sum + (machine.zone === zone ? machine.maxSize : 0), 0),
    ]),
  );
  const { shares, left } = evenShares(zones, room, total);
  machines.forEach(({ zone, maxSize }, i) => {
    const own = Math.min(shares.get(zone) ?? 0, maxSize);
    sizes[i] = own;
    shares.set(zone, (shares.get(zone) ?? 0) - own);
  });
  return { sizes, left };
}

/** Equal shares of all zones with room, in whole rounds; what does not come out even goes to the first zones. */
function evenShares(
  zones: readonly string[],
  room: ReadonlyMap<string, number>,
  total: number,
): { readonly shares: Map<string, number>; readonly left: number } {
  const shares = new Map(zones.map((zone) => [zone, 0]));
  let left = total;
  const free = (zone: string) => (room.get(zone) ?? 0) - (shares.get(zone) ?? 0);
  for (let open = zones; left > 0; ) {
    open = open.filter((zone) => free(zone) > 0);
    if (open.length === 0) break;
    const each = Math.max(1, Math.min(Math.floor(left / open.length), ...open.map(free)));
    for (const zone of open.slice(0, left)) {
      shares.set(zone, (shares.get(zone) ?? 0) + each);
      left -= each;
    }
  }
  return { shares, left };
}
