import { describe, expect, it } from 'vitest';
import { forecast, rotationText } from './harness.ts';
import { MACHINE_EDITS } from './machine-cases.ts';

describe('the forecast of machines', () => {
  it.each(Object.entries(MACHINE_EDITS))('%s', async (name, [base, head]) => {
    await expect(rotationText(forecast({ base, head }))).toMatchFileSnapshot(`forecasts/${name}.txt`);
  });
});
