import { describe, expect, it } from 'vitest';
import { readAutoscalingOptions } from '../../../src/kubernetes/scale-from-zero/autoscaling-options.ts';
import {
  CAPACITY_KEYS,
  MAX_SIZE_KEY,
  MIN_SIZE_KEY,
  OPTION_PREFIX,
} from '../../../src/kubernetes/scale-from-zero/keys.ts';
import { readCapacity } from '../../../src/kubernetes/scale-from-zero/read-capacity.ts';
import { readCsiDrivers } from '../../../src/kubernetes/scale-from-zero/read-csi-drivers.ts';
import { readFloat } from '../../../src/kubernetes/scale-from-zero/read-float.ts';
import { readInteger } from '../../../src/kubernetes/scale-from-zero/read-integer.ts';
import { readQuantity } from '../../../src/kubernetes/scale-from-zero/read-quantity.ts';
import { readSizes } from '../../../src/kubernetes/scale-from-zero/read-sizes.ts';
import { readTaints } from '../../../src/kubernetes/scale-from-zero/read-taints.ts';

/** What the recording in test/conformance/capi does not have. Texts and results were compared with Go's own. */

describe('readQuantity', () => {
  it.each([
    ['.', 0n, 0n],
    ['+.Gi', 0n, 0n],
    ['-Ti', 0n, 0n],
    ['e20', 0n, 0n],
    ['.5Gi', 536870912n, 536870912000n],
    ['-24.4428091781178e-3', 1n, -23n],
    ['-.9Pi', 6629298652n, 6629298651490n],
    ['-9947097.278338572P', -4302222609123678976n, -4131239949353449472n],
    ['-100Ei', -(2n ** 63n - 1n), 1000n],
    ['100Ei', 2n ** 63n - 1n, -1000n],
    ['123456789E', 0n, 0n],
  ])('%s', (text, value, milli) => {
    expect(readQuantity(text)).toMatchObject({ ok: true, value, milli });
  });

  it.each(['', 'Pi', 'Ei', '-.Ei', 'e-20', '--5', '..', '1..', 'i', '1e', '1e999'])('refuses %j', (text) => {
    expect(readQuantity(text).ok).toBe(false);
  });
});

describe('readInteger', () => {
  it.each([
    ['+5', 5n],
    ['-0', 0n],
    ['007', 7n],
    ['9223372036854775807', 2n ** 63n - 1n],
    ['-9223372036854775808', -(2n ** 63n)],
  ])('%s', (text, value) => {
    expect(readInteger(text)).toBe(value);
  });

  it.each(['', '+', '--1', '1_0', '0x1', '1e3', '9223372036854775808', '-9223372036854775809', '٣'])(
    'refuses %j',
    (text) => {
      expect(readInteger(text)).toBeUndefined();
    },
  );
});

describe('readFloat', () => {
  it.each([
    ['0.5', 0.5],
    ['.5', 0.5],
    ['5.', 5],
    ['+1_000.2_5e-1_0', 1.00025e-7],
    ['-0', -0],
    ['Inf', Infinity],
    ['-infinity', -Infinity],
    ['NaN', Number.NaN],
    ['0x1.8p1', 3],
    ['0x_.8P-1', undefined],
    ['0x_8p-1', 4],
    ['1e-999', 0],
    ['1e999', undefined],
    ['1__0', undefined],
    ['_1', undefined],
    ['1_', undefined],
    ['0x1', undefined],
    ['.', undefined],
    ['50%', undefined],
    [' 1', undefined],
    ['', undefined],
  ])('%s', (text, value) => {
    expect(readFloat(text)).toBe(value);
  });
});

describe('readSizes', () => {
  it.each([
    [{}, { ok: true, min: 0, max: 0 }],
    [
      { min: '3', max: '3' },
      { ok: true, min: 3, max: 3 },
    ],
    [
      { min: '-1', max: '3' },
      { ok: false, which: 'min', problem: 'is negative' },
    ],
    [
      { min: '1', max: '-1' },
      { ok: false, which: 'max', problem: 'is negative' },
    ],
    [
      { min: '', max: '' },
      { ok: false, which: 'min', problem: 'is empty' },
    ],
    [{ min: '1' }, { ok: false, which: 'max', problem: 'is less than the minimum of 1' }],
    [{ max: 'five' }, { ok: false, which: 'max', problem: 'is not a whole number' }],
  ])('%j', ({ min, max }: { min?: string; max?: string }, expected) => {
    const annotations = {
      ...(min === undefined ? {} : { [MIN_SIZE_KEY]: min }),
      ...(max === undefined ? {} : { [MAX_SIZE_KEY]: max }),
    };
    expect(readSizes(annotations)).toEqual(expected);
  });
});

describe('readCapacity', () => {
  it('offers devices only where there is a driver and a count', () => {
    const devices = (count: string, driver: string) =>
      readCapacity({ [CAPACITY_KEYS.gpuCount]: count, [CAPACITY_KEYS.draDriver]: driver });
    expect(devices('2', 'gpu.example.com')).toMatchObject({
      draDevices: { driver: 'gpu.example.com', count: 2n },
    });
    for (const [count, driver] of [
      ['0', 'gpu.example.com'],
      ['-1', 'gpu.example.com'],
      ['2', ''],
    ] as const) {
      expect(devices(count, driver)).not.toHaveProperty('draDevices');
    }
  });

  it('says which annotation spoils it', () => {
    expect(readCapacity({ [CAPACITY_KEYS.cpu]: '1', [CAPACITY_KEYS.gpuCount]: '1.5' })).toEqual({
      ok: false,
      key: CAPACITY_KEYS.gpuCount,
      problem: 'integer',
    });
  });
});

it('readTaints keeps what only looks odd', () => {
  expect(readTaints('k=v,a:,b=:NoSchedule ,c=d: NoExecute,=v:NoSchedule,:NoSchedule')).toEqual([
    { key: 'a', value: '', effect: '' },
    { key: 'b', value: '', effect: 'NoSchedule ' },
    { key: 'c', value: 'd', effect: ' NoExecute' },
  ]);
});

it('readCsiDrivers trims and drops', () => {
  expect(readCsiDrivers(' a = 1 ,b=0,=3,c=2147483648,d=2147483647,e=1=2,f=-0,')).toEqual([
    { name: 'a', limit: 1 },
    { name: 'b' },
    { name: 'd', limit: 2147483647 },
    { name: 'f' },
  ]);
});

it('readAutoscalingOptions says what it passes by', () => {
  const annotations = {
    [`${OPTION_PREFIX}scaledownutilizationthreshold`]: '-1',
    [`${OPTION_PREFIX}scaledowngpuutilizationthreshold`]: '50%',
    [`${OPTION_PREFIX}scaledownunneededtime`]: '7d',
    [`${OPTION_PREFIX}scaledownunreadytime`]: '1H30M',
    [`${OPTION_PREFIX}maxnodestartuptime`]: '0',
    [`${OPTION_PREFIX}scaleDownUnneededTime`]: '1m',
    [OPTION_PREFIX]: 'x',
  };
  expect(readAutoscalingOptions(annotations)).toEqual({
    options: {
      scaleDownUtilizationThreshold: -1,
      scaleDownUnreadyTimeNanoseconds: 5_400_000_000_000n,
      maxNodeStartupTimeNanoseconds: 0n,
    },
    ignored: [
      { key: `${OPTION_PREFIX}scaleDownUnneededTime`, problem: 'unknown' },
      { key: `${OPTION_PREFIX}scaledowngpuutilizationthreshold`, problem: 'number' },
      { key: `${OPTION_PREFIX}scaledownunneededtime`, problem: 'duration' },
    ],
  });
});
