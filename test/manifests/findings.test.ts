import { describe, expect, it } from 'vitest';
import { Source } from '../../src/diagnostics/source.ts';
import { readWorkloads } from '../../src/manifests/read-workloads.ts';
import { printDiagnostic } from '../documents/harness.ts';
import { check, findings, read, text } from './harness.ts';

describe('what is no object', () => {
  it('is noted', () => {
    expect(findings('replicaCount: 3\nimage: {tag: 1}\n')).toMatchInlineSnapshot(`
      "info PW7001 @1:1-13 this is no Kubernetes object: it has neither \`apiVersion\` nor \`kind\`
        help: It is not read. Helm charts and Kustomize folders have to be rendered first."
    `);
  });

  it.each([
    'values.yaml',
    'charts/web/values-production.yaml',
    'kustomization.yaml',
    'base/kustomization.yml',
    'Chart.yaml',
  ])('is nothing to talk about in %s', (file) => {
    expect(readWorkloads({ sources: [new Source(file, 'resources: [a.yaml]\n')] }).diagnostics).toEqual([]);
  });

  it('may have lost half of what makes it one', () => {
    expect(
      findings('kind: Deployment\nmetadata: {name: web}\n---\napiVersion: v1\nkind: 3\n---\njust text\n'),
    ).toMatchInlineSnapshot(`
      "error PW7002 @1:7-17 \`apiVersion\` is missing beside \`kind: Deployment\`
        help: The object is left out.
      error PW7002 @5:7-8 \`kind\` must be text beside \`apiVersion: v1\`
        help: The object is left out.
      info PW7001 @7:1-10 this is no Kubernetes object: it has neither \`apiVersion\` nor \`kind\`
        help: It is not read. Helm charts and Kustomize folders have to be rendered first."
    `);
  });

  it('is other tools’ business if it makes no pods', () => {
    expect(
      check(text`
        apiVersion: kustomize.config.k8s.io/v1beta1
        kind: Kustomization
        resources: [a.yaml]
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: web}
        spec: {ports: [{port: 80}]}
        ---
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: default}
        spec: {template: {spec: {requirements: []}}}
        ---
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata: {name: high}
        value: 1000
        ---
      `),
    ).toBe('');
  });
});

describe('kinds', () => {
  it('that make pods and are not known are told', () => {
    expect(
      findings(text`
        apiVersion: argoproj.io/v1alpha1
        kind: Rollout
        metadata: {name: web}
        spec: {template: {spec: {containers: [{name: c}]}}}
        ---
        apiVersion: apps/v1
        kind: Deploymnet
        metadata: {name: web}
        spec: {template: {spec: {containers: [{name: c}]}}}
      `),
    ).toMatchInlineSnapshot(`
      "warning PW7005 @2:7-14 pods of \`Rollout\` (\`argoproj.io/v1alpha1\`) are not planned: the kind is not known here
        help: Give a dump of its pods, or a Deployment in its place.
      warning PW7005 @7:7-17 pods of \`Deploymnet\` (\`apps/v1\`) are not planned: the kind is not known here
        help: Did you mean \`Deployment\`?"
    `);
  });

  it('belong to a group', () => {
    expect(
      check(text`
        apiVersion: v1
        kind: Deployment
        metadata: {name: web}
        ---
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: db}
        spec: {}
      `),
    ).toMatchInlineSnapshot(`
      "error PW7004 @1:13-15 \`v1\` has no kind \`Deployment\`
        help: Write \`apiVersion: apps/v1\`. The object is left out."
    `);
  });

  it('of old versions are read as the current one', () => {
    expect(
      check(text`
        apiVersion: extensions/v1beta1
        kind: Deployment
        metadata: {name: web}
        spec: {template: {spec: {containers: [{name: c}]}}}
        ---
        apiVersion: batch/v1beta1
        kind: CronJob
        metadata: {name: tidy}
        spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: c}]}}}}}
      `),
    ).toMatchInlineSnapshot(`
      "default/CronJob/tidy/00000 of CronJob: nothing
      default/Deployment/web/00000 of Deployment: nothing
      warning PW7003 @1:13-31 \`extensions/v1beta1\` of Deployment is not served any more; it is read as \`apps/v1\`
        help: Write \`apps/v1\`.
      warning PW7003 @6:13-26 \`batch/v1beta1\` of CronJob is not served any more; it is read as \`batch/v1\`
        help: Write \`batch/v1\`."
    `);
  });
});

describe('hooks of Helm', () => {
  const hook = (when: string, uid = '') =>
    `{apiVersion: v1, kind: Pod, metadata: {name: a${uid}, annotations: {helm.sh/hook: "${when}"}}, spec: {containers: [{name: c}]}}`;

  it('that run on demand are not planned', () => {
    expect(check(hook('test'))).toMatchInlineSnapshot(`
      "info PW7037 @1:77-83 the Pod \`a\` is a hook that Helm runs on demand only
        help: It is not planned."
    `);
    expect(read(hook('pre-delete, test')).workloads.pods.length).toBe(0);
  });

  it('that run with every installation are, as is what runs already', () => {
    expect(read(hook('pre-install,pre-delete')).workloads.pods.length).toBe(1);
    expect(read(hook('test', ', uid: u')).workloads.pods.length).toBe(1);
  });
});

describe('names', () => {
  it('are needed', () => {
    expect(
      findings('apiVersion: v1\nkind: Pod\nmetadata: {}\nspec: {containers: [{name: c}]}\n'),
    ).toMatchInlineSnapshot(`
      "error PW7002 @3:11-13 the Pod has no name
        help: Give it a \`metadata.name\`."
    `);
    expect(findings('apiVersion: v1\nkind: Pod\nspec: {containers: [{name: c}]}\n')).toMatchInlineSnapshot(`
      "error PW7002 @1:1-11 the Pod has no name
        help: Give it a \`metadata.name\`."
    `);
  });

  it('are made up from a prefix', () => {
    const job =
      '{apiVersion: batch/v1, kind: Job, metadata: {generateName: migrate-}, spec: {template: {spec: {containers: [{name: c}]}}}}';
    expect(read([job, job]).workloads.pods.map(({ uid }) => uid)).toEqual([
      'default/Job/migrate-0/00000',
      'default/Job/migrate-1/00000',
    ]);
  });

  it('are in the namespace that is asked for where they name none', () => {
    const pod = '{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c}]}}';
    const { workloads } = read(pod, { namespace: 'shop' });
    expect(workloads.pods[0]?.uid).toBe('shop/Pod/a');
    expect(workloads.namespaces).toEqual([
      { metadata: { name: 'shop', labels: { 'kubernetes.io/metadata.name': 'shop' } } },
    ]);
  });

  it('that are given twice are told, unless it is the same twice', () => {
    const pod = (cpu: string) =>
      text`
      apiVersion: v1
      kind: Pod
      metadata: {name: a}
      spec: {containers: [{name: c, resources: {requests: {cpu: CPU}}}]}
    `.replace('CPU', cpu);
    expect(check(`${pod('1')}---\n${pod('2')}`)).toMatchInlineSnapshot(`
      "default/Pod/a: cpu 2
      warning PW7020 @8:18-19 Pod \`default/a\` is given twice
        @3:18-19 first given here
        help: The later one counts, as it would in the cluster. Remove one of them."
    `);
    expect(check(`${pod('1')}---\n${pod('1')}`)).toMatchInlineSnapshot(`"default/Pod/a: cpu 1"`);
  });
});

describe('mistakes in a manifest are located, and leave the object out', () => {
  const deployment = (spec: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    spec:
      containers: [{name: c}]
${spec
  .split('\n')
  .map((line) => `      ${line}`)
  .join('\n')}
`;

  it.each([
    ['a number for a text', 'nodeSelector: {version: 1.30}'],
    ['a label value', 'nodeSelector: {disk: "fast ssd"}'],
    ['a label key', 'nodeSelector: {"a/b/c": d}'],
    ['an operator', 'tolerations: [{key: a, operator: Exist}]'],
    ['a toleration of everything', 'tolerations: [{effect: NoSchedule}]'],
    ['a toleration with a value too many', 'tolerations: [{key: a, operator: Exists, value: b}]'],
    ['an effect', 'tolerations: [{key: a, effect: Noschedule}]'],
    [
      'a weight',
      'affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 0, preference: {}}]}}',
    ],
    [
      'an expression without values',
      'affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In}]}]}}}',
    ],
    [
      'an operator of Karpenter',
      'affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Gte, values: ["1"]}]}]}}}',
    ],
    [
      'no terms',
      'affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: []}}}',
    ],
    ['a missing key', 'topologySpreadConstraints: [{maxSkew: 1, whenUnsatisfiable: DoNotSchedule}]'],
    [
      'label keys without a selector',
      'topologySpreadConstraints: [{maxSkew: 1, topologyKey: a, whenUnsatisfiable: DoNotSchedule, matchLabelKeys: [a]}]',
    ],
    [
      'domains that are only wished for',
      'topologySpreadConstraints: [{maxSkew: 1, topologyKey: a, whenUnsatisfiable: ScheduleAnyway, minDomains: 2}]',
    ],
    ['a quantity', 'initContainers: [{name: i, resources: {requests: {memory: 100MB}}}]'],
    [
      'a number beyond exactness',
      'initContainers: [{name: i, resources: {requests: {memory: 12345678901234567890}}}]',
    ],
    ['a negative quantity', 'initContainers: [{name: i, resources: {requests: {cpu: -1}}}]'],
    ['a resource', 'initContainers: [{name: i, resources: {requests: {memroy: 1Gi}}}]'],
    ['a list for a map', 'initContainers: [{name: i, resources: []}]'],
    ['quotes', 'hostNetwork: "true"'],
  ])('%s', (_what, spec) => {
    expect(check(deployment(spec))).toMatchSnapshot();
  });

  it('a template that is missing', () => {
    expect(
      findings('apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2}\n'),
    ).toMatchInlineSnapshot(`
      "error PW7010 @4:1-5 Deployment \`default/web\` has no template for its pods
        help: Give it one at \`spec.template\`. Deployment \`default/web\` is left out."
    `);
  });

  it('replicas in quotes', () => {
    expect(
      findings(
        'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: "2", template: {spec: {containers: [{name: c}]}}}\n',
      ),
    ).toMatchInlineSnapshot(`
      "error PW7011 @4:18-21 \`replicas\` must be a number, not the text \`2\`
        help: Write \`2\`, without quotes. Deployment \`default/web\` is left out.
        fix: write \`2\`"
    `);
  });

  it('labels of the template', () => {
    expect(
      findings(
        'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {metadata: {labels: {version: 2}}, spec: {containers: [{name: c}]}}}\n',
      ),
    ).toMatchInlineSnapshot(`
      "error PW7011 @4:48-49 \`version\` must be a string, not the number \`2\`
        help: Put it in quotes. Deployment \`default/web\` is left out.
        fix: write \`"2"\`"
    `);
  });

  it('of many pods of a dump are one finding', () => {
    const pods = ['a', 'b', 'c'].map((name) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, uid: name },
      spec: { containers: [{ name: 'c', resources: { requests: { cpu: 'much' } } }] },
    }));
    expect(findings(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: pods }))).toMatchInlineSnapshot(`
      "error PW7013 @1:174-180 \`cpu\` must be a quantity such as \`500m\` or \`2Gi\`, not \`much\`
        help: Pod \`default/a\` is left out. So are 2 other pods that have the same."
    `);
  });

  it('and what is right is still read', () => {
    expect(
      check(text`
        apiVersion: v1
        kind: Pod
        metadata: {name: broken}
        spec: {containers: [}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: sound}
        spec: {containers: [{name: c}]}
      `),
    ).toMatchInlineSnapshot(`
      "default/Pod/sound: nothing
      error PW1004 @4:20-21 the \`[\` that opens here is not closed
        help: Close it with \`]\`. If it goes on over several lines, indent them all further than its key."
    `);
  });

  it('nulls are absent, as Helm writes them', () => {
    expect(
      check(text`
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web
          annotations:
        spec:
          replicas:
          template:
            metadata:
              labels:
                app: web
                version:
            spec:
              nodeSelector:
              tolerations:
              affinity: null
              containers:
                - name: c
                  ports:
                  resources:
                    limits:
                    requests:
                      cpu: 1
      `),
    ).toMatchInlineSnapshot(`"default/Deployment/web/00000 of Deployment: cpu 1"`);
  });
});

describe('depth', () => {
  const nested = (depth: number, inner: string, open: string, close: string) =>
    `${open.repeat(depth)}${inner}${close.repeat(depth)}`;

  it('of lists has an end', () => {
    const list = (depth: number) =>
      nested(depth, '{}', '{"apiVersion": "v1", "kind": "List", "items": [', ']}');
    expect(findings(list(15)).split('\n')[0]).toMatchInlineSnapshot(
      `"error PW1032 @1:518-716 lists of objects are nested too deeply"`,
    );
    expect(findings(nested(30, '', '[', ']')).split('\n')[0]).toMatchInlineSnapshot(
      `"error PW1032 @1:22-40 lists of objects are nested too deeply"`,
    );
  });

  it.each([
    '{"apiVersion": X, "kind": 3}',
    '{"apiVersion": "v1", "kind": "Pod", "metadata": {"labels": {"x": X}}}',
    'X',
  ])('of %s is refused before anybody reads it', (text) => {
    const deep = nested(100_000, '', '[', ']');
    expect(findings(text.replace('X', deep)).split('\n')[0]).toMatch(
      /^error PW1032 @1:\d+-\d+ the nesting is deeper than 100 levels$/,
    );
  });
});

describe('files', () => {
  it('of Helm templates say that they have to be rendered', () => {
    const { diagnostics } = readWorkloads({
      sources: [
        new Source(
          'templates/deployment.yaml',
          'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {{ include "web.fullname" . }}\n',
        ),
      ],
    });
    expect(diagnostics.map(printDiagnostic).join('\n')).toMatchInlineSnapshot(`
      "error PW1012 @4:10-38 a template expression \`{{ … }}\` stands where YAML expects a value
        help: Files are read as they are, without a template engine: render it first. Quote the text if it is meant literally."
    `);
  });
});
