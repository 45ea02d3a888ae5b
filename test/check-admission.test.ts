import { describe, expect, it } from 'vitest';
import { CustomResources, type ObjectToAdmit } from '../src/check-admission.ts';
import { Source } from '../src/diagnostics/source.ts';
import { crdText, openCrd } from './cli/crds/small-crds.ts';

const CRD = crdText({ group: 'example.org', kind: 'Thing', spec: '{size: {type: integer, maximum: 2}}' });
const OTHER = openCrd('example.org', 'Other');

function crds(...texts: readonly string[]): CustomResources {
  return new CustomResources(texts.map((text, i) => new Source(`crd-${i}.yaml`, text)));
}

function thing(
  spec: ObjectToAdmit['object'],
  type: { apiVersion?: string; kind?: string } = {},
): ObjectToAdmit {
  const span = { source: new Source('things.yaml', 'thing'), start: 0, end: 5 };
  const { apiVersion = 'example.org/v1', kind = 'Thing' } = type;
  return {
    object: { apiVersion, kind, metadata: { name: 'one' }, spec },
    place: () => ({ span }),
  };
}

describe('CustomResources', () => {
  it('judges objects by their kind and version, and counts them', () => {
    const { judged, unjudged, diagnostics } = crds(CRD, OTHER).admit([
      thing({ size: 3 }),
      thing({ size: 1 }),
      thing({ anything: true }, { kind: 'Other' }),
      thing({}, { kind: 'Unknown' }),
      thing({}, { kind: 'Unknown' }),
      thing({}, { apiVersion: 'apps/v1', kind: 'Deployment' }),
      thing({}, { apiVersion: 'v1', kind: 'Secret' }),
      thing({}, { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role' }),
    ]);
    expect(judged.map(({ kind }) => kind)).toEqual(['Thing', 'Thing', 'Other']);
    expect(unjudged.map(({ kind, objects }) => [kind, objects])).toEqual([['Unknown', 2]]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['PW9801']);
  });

  it('says the same of the same objects again', () => {
    const known = crds(CRD, OTHER.replace('preserve-unknown-fields: true', 'validations: [{rule: "1 +"}]'));
    const objects = [thing({ size: 3 }), thing({}, { kind: 'Other' })];
    const first = known.admit(objects);
    expect(first.diagnostics.map(({ code }) => code).sort()).toEqual(['PW9801', 'PW9810']);
    expect(known.admit(objects)).toEqual(first);
  });

  it('takes CRDs out of lists, as kubectl prints them', () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n${[CRD, OTHER].map((text) => text.replaceAll(/^/gm, '    ').replace(/^ {4}/, '  - ')).join('\n')}\n`;
    expect(crds(list).size).toBe(2);
    expect(crds(JSON.stringify({ kind: 'CustomResourceDefinitionList', items: [] })).size).toBe(0);
  });

  it('says nothing of the same CRD given twice, and nothing of differences that nobody needs', () => {
    const twice = crds(
      CRD,
      CRD,
      OTHER,
      CRD.replace('kind: Thing', 'kind: Other').replace('kind: Thing', 'kind: Other'),
    );
    expect(twice.admit([thing({ size: 1 })]).diagnostics).toEqual([]);
    expect(twice.size).toBe(2);
    expect(twice.admit([thing({ size: 1 }, { kind: 'Other' })]).diagnostics.map(({ code }) => code)).toEqual([
      'PW9811',
    ]);
  });
});
