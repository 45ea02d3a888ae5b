/** How many objects a real API server admits at least: the README's figure is their sum. */
export const LEAST_ADMITTED = { committed: 46, golden: 37, defined: 2_900, rehearsed: 320 };
