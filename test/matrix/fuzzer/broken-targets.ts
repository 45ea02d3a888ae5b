import type { SeededRandom } from '../../fuzz/seeded-random.ts';
import { TARGETS } from '../../fuzz/targets.ts';

/** The fuzzer, with targets that break at about one input in twenty, each in its way. */
const BREAKS: Readonly<Record<string, () => boolean | Promise<boolean>>> = {
  throws: () => {
    throw new TypeError('it breaks');
  },
  hangs: () => {
    for (;;);
  },
  hoards: () => {
    const hoard: number[][] = [];
    for (;;) hoard.push(Array.from({ length: 1_000 }, (_, i) => i + 0.5));
  },
  sleeps: async () => await new Promise((resolve) => setTimeout(() => resolve(true), 2_500)),
};

for (const [name, breaks] of Object.entries(BREAKS)) {
  const target = {
    name,
    make: ({ below }: SeededRandom) => `${below(20)}\nmore\n`,
    run: (input: string) => (input.startsWith('7') ? breaks() : input.length % 2 === 0),
  };
  Object.assign(TARGETS, { [name]: { weight: 1, load: () => Promise.resolve(target) } });
}

await import('../../fuzz/run.ts');
