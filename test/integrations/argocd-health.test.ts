import { readFileSync } from 'node:fs';
import path from 'node:path';
import fengari from 'fengari';
import { describe, expect, it } from 'vitest';
import { INTEGRATIONS } from './harness.ts';

const { lua, lauxlib, lualib, to_luastring, to_jsstring } = fengari;
const SCRIPT = readFileSync(path.join(INTEGRATIONS, 'argocd/health.lua'), 'utf8');

/** A value as Lua writes it. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `{ ${value.map(literal).join(', ')} }`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, child]) => `[${JSON.stringify(key)}] = ${literal(child)}`)
    .join(', ')} }`;
}

/** `Status: message` of an object, as Argo CD asks: `obj` is global, the script returns a table. */
function health(object: unknown): string {
  const state = lauxlib.luaL_newstate();
  lualib.luaL_openlibs(state);
  const program = `obj = ${literal(object)}\nlocal hs = (function()\n${SCRIPT}\nend)()\nreturn hs.status .. ": " .. hs.message`;
  if (lauxlib.luaL_dostring(state, to_luastring(program)) !== lua.LUA_OK) {
    throw new Error(to_jsstring(lua.lua_tostring(state, -1)));
  }
  return to_jsstring(lua.lua_tostring(state, -1));
}

const ready = (status: string, more: object = {}) => ({ type: 'Ready', status, ...more });
const pool = (conditions: readonly object[], metadata: object = {}) => ({ metadata, status: { conditions } });

describe('the health of a NodePool in Argo CD', () => {
  it.each([
    ['new', { metadata: { generation: 1 } }, 'Progressing: waiting for Karpenter'],
    ['without conditions', pool([]), 'Progressing: waiting for Karpenter'],
    ['ready', pool([{ type: 'NodeClassReady', status: 'True' }, ready('True')]), 'Healthy: ready'],
    [
      'whose node class is broken',
      pool([ready('False', { reason: 'UnhealthyDependents', message: 'NodeClassReady=False' })]),
      'Degraded: UnhealthyDependents: NodeClassReady=False',
    ],
    [
      'that is undecided',
      pool([ready('Unknown', { reason: 'AwaitingReconciliation' })]),
      'Progressing: AwaitingReconciliation',
    ],
    [
      'whose nodes do not register',
      pool([
        ready('True'),
        { type: 'NodeRegistrationHealthy', status: 'False', reason: 'RegistrationFailed', message: '' },
      ]),
      'Degraded: nodes do not register; RegistrationFailed',
    ],
    [
      'of which nothing is known about nodes',
      pool([ready('True'), { type: 'NodeRegistrationHealthy', status: 'Unknown' }]),
      'Healthy: ready',
    ],
    [
      'that was changed a moment ago',
      pool([ready('True', { observedGeneration: 1 })], { generation: 2 }),
      'Progressing: Karpenter has not looked at the last change yet',
    ],
    [
      'that goes',
      pool([ready('True')], { deletionTimestamp: '2026-01-01T00:00:00Z' }),
      'Progressing: being deleted: its nodes are drained first',
    ],
  ])('%s', (_what, object, expected) => {
    expect(health(object)).toBe(expected);
  });
});
