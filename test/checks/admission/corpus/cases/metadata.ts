import type { JsonValue } from '../../../../../src/diagnostics/json-value.ts';
import type { Case } from '../case.ts';
import type { Edit } from '../edit.ts';

const long = (length: number) => 'a'.repeat(length);
const NAMES: readonly JsonValue[] = [
  'A',
  'a_b',
  '',
  'a..b',
  '-a',
  'a-',
  'a.b',
  '0',
  long(253),
  long(254),
  'a/b',
  '.',
  '..',
  'é',
  'a b',
  'a%b',
  5,
  null,
  ['a'],
  'a\n',
  `${long(63)}.${long(64)}`,
];
const KEYS = [
  'a',
  'example.com/a',
  'Example.com/a',
  'a/b/c',
  '',
  '/a',
  'a/',
  'a b',
  'é',
  long(63),
  long(64),
  `${long(253)}/a`,
  `${long(254)}/a`,
  'a_b.c-D',
  '-a',
  'a\n',
];
const LABEL_VALUES: readonly JsonValue[] = [
  '',
  'a',
  'A_b.c-d',
  '-a',
  'a-',
  'a b',
  'é',
  long(63),
  long(64),
  5,
  true,
  null,
  [],
  'a/b',
  'a\n',
];

const values = (pointer: string, list: readonly JsonValue[]): [string, Edit][] =>
  list.map((value) => [
    `${pointer} ${JSON.stringify(value).slice(0, 40)} ${JSON.stringify(value).length}`,
    [pointer, value],
  ]);

const EDITS: readonly (readonly [string, ...Edit[]])[] = [
  ...values('/metadata/name', NAMES),
  ...KEYS.map((key): [string, Edit] => [
    `label key ${key.slice(0, 30)} ${key.length}`,
    ['/metadata/labels', { [key]: 'x' }],
  ]),
  ...KEYS.map((key): [string, Edit] => [
    `annotation key ${key.slice(0, 30)} ${key.length}`,
    ['/metadata/annotations', { [key]: 'x' }],
  ]),
  ...values('/metadata/labels/a', LABEL_VALUES),
  ...values('/metadata/annotations/a', ['', 'é\n', 5, true, null, {}, 'x'.repeat(1000)]),
  ['annotations of 262144 bytes', ['/metadata/annotations', { a: 'x'.repeat(262143) }]],
  ['annotations of 262145 bytes', ['/metadata/annotations', { a: 'x'.repeat(262144) }]],
  ['annotations of 262144 bytes in umlauts', ['/metadata/annotations', { a: 'ä'.repeat(131072) }]],
  ['no name', ['/metadata/name']],
  ['generateName instead of a name', ['/metadata/name'], ['/metadata/generateName', 'case-']],
  ['generateName that is no name', ['/metadata/name'], ['/metadata/generateName', 'Case_']],
  ['generateName that is long', ['/metadata/name'], ['/metadata/generateName', long(300)]],
  ['generateName beside a name', ['/metadata/generateName', 'Case_']],
  ['no metadata', ['/metadata']],
  ...values('/metadata', [null, 'x', [], {}]),
  ...values('/metadata/labels', [null, 'x', [], ['a']]),
  ...values('/metadata/annotations', [null, 'x', []]),
  ...values('/metadata/finalizers', [
    ['example.com/a'],
    ['a'],
    ['a b'],
    [''],
    ['example.com/a', 'example.com/a'],
    'x',
    [5],
    ['orphan'],
    ['foregroundDeletion', 'orphan'],
    [`${long(260)}/a`],
  ]),
  ...values('/metadata/ownerReferences', [
    [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u' }],
    [{ apiVersion: 'v1', kind: 'Pod', name: 'a' }],
    [{ apiVersion: '', kind: '', name: '', uid: '' }],
    [{ apiVersion: 'v1', kind: 'Event', name: 'a', uid: 'u' }],
    [
      { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u', controller: true },
      { apiVersion: 'v1', kind: 'Pod', name: 'b', uid: 'w', controller: true },
    ],
    [{ apiVersion: 'a/b/c', kind: 'Pod', name: 'a', uid: 'u' }],
    [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u', unknown: 1 }],
    [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u', controller: 'yes' }],
    [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u', blockOwnerDeletion: true }],
  ]),
  ...values('/metadata/generation', [5, -1, 'x', 1.5]),
  ...values('/metadata/creationTimestamp', [null, '2026-11-22T05:00:00Z', 'x', 5]),
  ...values('/metadata/deletionGracePeriodSeconds', [0, -1, 'x']),
  ...values('/metadata/uid', ['x', 5]),
  ...values('/metadata/resourceVersion', ['', 5]),
  ...values('/metadata/selfLink', ['x', 5]),
  ...values('/metadata/managedFields', [[], 'x']),
  ['unknown field in metadata', ['/metadata/unknownField', 1]],
  ['a name in other letters', ['/metadata/Labels', { a: 'b' }]],
  ['clusterName of old', ['/metadata/clusterName', 'x']],
  ['unknown field at the top', ['/unknownField', { a: 1 }]],
  [
    'unknown fields at the top and below',
    ['/unknownField', 1],
    ['/spec/unknownField', 1],
    ['/metadata/unknownField', 1],
  ],
  ['no spec', ['/spec']],
  ...values('/spec', ['x', [], 5, {}]),
  ['a status', ['/status', {}]],
  ['a status that is null', ['/status', null]],
  ['a status with an unknown field', ['/status', { unknownField: 1 }]],
  ['a status of a wrong type', ['/status', 'x']],
];

const NAMESPACES: readonly (readonly [string, ...Edit[]])[] = [
  ...values('/metadata/namespace', ['other', '', 5, 'A B']),
  ['no namespace', ['/metadata/namespace']],
];

/** What the metadata of every kind has to meet; with the object's other top-level fields. */
export const METADATA: readonly Case[] = [...EDITS, ...NAMESPACES].map(([title, ...edits]) => ({
  title: `metadata: ${title}`,
  base: 'full',
  edits,
}));

/** What metadata may not do when an object is replaced. */
export const METADATA_CHANGES: readonly Case[] = (
  [
    ['labels change', ['/metadata/labels', { a: 'b' }]],
    ['a finalizer comes', ['/metadata/finalizers', ['example.com/a']]],
    ['a bad label comes', ['/metadata/labels', { 'a b': 'c' }]],
  ] as const
).map(([title, ...edits]) => ({
  title: `metadata: ${title}`,
  base: 'full',
  before: [],
  edits: edits as unknown as readonly Edit[],
}));
