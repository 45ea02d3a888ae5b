import { describe, expect, it } from 'vitest';
import { loadBuiltInCatalogue } from '../src/catalogue/built-in.ts';
import { builtInProvider, createProvider } from '../src/create-provider.ts';
import { PROVIDERS } from '../src/definition/available.ts';

describe('what a definition may name as its provider', () => {
  it.each(PROVIDERS)('%s is made by that name', (name) => {
    expect(createProvider(name, loadBuiltInCatalogue()).name).toBe(name);
    expect(builtInProvider(name).name).toBe(name);
    expect(builtInProvider(name)).toBe(builtInProvider(name));
  });
});
