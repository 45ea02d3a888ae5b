import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LowerRequest, largestRequest } from '../../../src/packer/explain/relax/largest-request.ts';
import { requestAtMost, requestStepNano } from '../../../src/packer/explain/relax/quantities.ts';

const SEED = 20_261_123;
const MILLI = 1_000_000n;

function cpu(milli: bigint, from: bigint): LowerRequest {
  const toNano = milli * MILLI;
  return {
    kind: 'request-less',
    resource: 'cpu',
    fromNano: from * MILLI,
    toNano,
    to: requestAtMost('cpu', toNano) ?? '0',
  };
}

describe('the largest request', () => {
  test('is one that works, above which nothing that people write does', () => {
    const amounts = fc.tuple(fc.integer({ min: 10, max: 9000 }), fc.integer({ min: 1, max: 30_000 }));
    fc.assert(
      fc.property(amounts, ([limit, more]) => {
        const from = BigInt(limit + more);
        const most = BigInt(limit) * MILLI;
        const first = cpu(BigInt(Math.max(10, Math.floor(limit / 200) * 100)), from);
        const best = largestRequest([first], ({ toNano }) => (toNano <= most ? 'works' : 'fails'));
        const step = requestStepNano('cpu', best?.toNano ?? 0n);
        const next = (best?.toNano ?? 0n) + step;
        return (
          best !== undefined &&
          best.mayBeMore === undefined &&
          best.toNano <= most &&
          (next > most || next >= best.fromNano)
        );
      }),
      { seed: SEED },
    );
  });

  test('is looked for below what was tried, where none of that works', () => {
    const works = ({ toNano }: LowerRequest) => (toNano <= 700n * MILLI ? 'works' : 'fails');
    expect(largestRequest([cpu(2000n, 3000n), cpu(1500n, 3000n)], works)?.to).toBe('700m');
    expect(largestRequest([cpu(2000n, 3000n)], () => 'fails')).toBeUndefined();
  });

  test('says so where trials run out first', () => {
    let left = 2;
    const best = largestRequest([cpu(900n, 3000n)], ({ toNano }) => {
      if (left-- === 0) return 'exhausted';
      return toNano <= 1500n * MILLI ? 'works' : 'fails';
    });
    expect(best).toMatchObject({ to: '900m', mayBeMore: true });
  });
});
