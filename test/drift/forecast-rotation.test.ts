import { describe, expect, it } from 'vitest';
import { EDITS, editedCase } from './forecast-cases.ts';
import { forecast, rotationText } from './harness.ts';

describe('the forecast of an edit', () => {
  it.each(Object.entries(EDITS))('%s', async (name, edits) => {
    await expect(rotationText(forecast(editedCase(edits)))).toMatchFileSnapshot(`forecasts/${name}.txt`);
  });
});
