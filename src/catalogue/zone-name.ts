/** `eu-west-1a`, and local and wavelength zones such as `us-east-1-bos-1a` and `us-east-1-wl1-bos-wlz-1`. */
const ZONE = /^([a-z]{2,}(?:-[a-z]+)+-[0-9]+)(?:[a-z]|(?:-[a-z0-9]+)+-[0-9]+[a-z]?)$/;

/** The region a zone belongs to, or undefined when the text is not shaped like an AWS zone. */
export function regionOfZone(zone: string): string | undefined {
  return ZONE.exec(zone)?.[1];
}

/** Whether the zone is one of the region's own, not a local or wavelength zone. */
export function isRegionalZone(zone: string): boolean {
  const region = regionOfZone(zone);
  return region !== undefined && zone.length === region.length + 1;
}
