import { describe, expect, it } from 'vitest';
import type { PersistentVolumeClaim } from '../../src/kubernetes/api/storage.ts';
import { printDiagnostic } from '../documents/harness.ts';
import { read, text } from './harness.ts';

const STATEFUL = text`
  apiVersion: apps/v1
  kind: StatefulSet
  metadata: {name: db}
  spec:
    replicas: 2
    template:
      spec:
        containers: [{name: c}]
        volumes:
          - {name: config, configMap: {name: x}}
          - {name: data, emptyDir: {}}
          - {name: shared, persistentVolumeClaim: {claimName: shared}}
    volumeClaimTemplates:
      - metadata: {name: data}
        spec:
          storageClassName: gp3
          resources: {requests: {storage: 10Gi}}
`;

const CLASS = (name: string, extra = '') =>
  `{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: ${name}${extra}}, provisioner: ebs.csi.aws.com, volumeBindingMode: WaitForFirstConsumer}`;
const DEFAULT = ', annotations: {storageclass.kubernetes.io/is-default-class: "true"}';
const LIVE = ', uid: u';

const CLAIM = (spec: string, extra = '') =>
  `{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data${extra}}, spec: {${spec}}}`;

/** `namespace/name class phase volume bound?` */
function claimText({ metadata, spec, status }: PersistentVolumeClaim): string {
  const annotations = Object.keys(metadata.annotations ?? {});
  return [
    `${metadata.namespace}/${metadata.name}`,
    `class ${spec?.storageClassName ?? 'none'}`,
    status?.phase ?? 'no phase',
    ...(spec?.volumeName === undefined ? [] : [`volume ${spec.volumeName}`]),
    ...(annotations.includes('pv.kubernetes.io/bind-completed') ? ['bind-completed'] : []),
  ].join(', ');
}

function storage(...manifests: readonly string[]): string {
  const { workloads, diagnostics } = read(manifests);
  return [
    ...workloads.persistentVolumeClaims.map(claimText),
    ...workloads.storageClasses.map(
      ({ metadata, provisioner = 'unknown', volumeBindingMode }) =>
        `class ${metadata.name}: ${provisioner}, ${volumeBindingMode}`,
    ),
    ...diagnostics.map(printDiagnostic),
  ].join('\n');
}

describe('claims of StatefulSets', () => {
  it('are made with their pods, and take the place of volumes of their name', () => {
    const { workloads } = read(STATEFUL);
    expect(workloads.pods.map(({ template }) => template.spec.volumes)).toEqual(
      ['db-0', 'db-1'].map((pod) => [
        { name: 'data', persistentVolumeClaim: { claimName: `data-${pod}` } },
        { name: 'shared', persistentVolumeClaim: { claimName: 'shared' } },
      ]),
    );
    const [first, second] = workloads.pods.map(({ template }) => template.spec);
    expect(second?.containers).toBe(first?.containers);
    expect(storage(STATEFUL)).toMatchInlineSnapshot(`
      "default/data-db-0, class gp3, Pending
      default/data-db-1, class gp3, Pending
      class gp3: unknown, WaitForFirstConsumer
      info PW7031 @16:27-30 the storage class \`gp3\` is not given; its volumes are assumed to follow their pods
        help: Give the StorageClass (\`kubectl get storageclasses -o json\`) if it binds at once or is tied to zones."
    `);
  });

  it('are those that exist, where they do', () => {
    const bound =
      '{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data-db-0, uid: u, annotations: {pv.kubernetes.io/bind-completed: "yes"}}, spec: {storageClassName: gp3, volumeName: pv-1}, status: {phase: Bound}}';
    expect(storage(STATEFUL, bound, CLASS('gp3', LIVE))).toMatchInlineSnapshot(`
      "default/data-db-0, class gp3, Bound, volume pv-1, bind-completed
      default/data-db-1, class gp3, Pending
      class gp3: ebs.csi.aws.com, WaitForFirstConsumer"
    `);
  });

  it('are made for pods of a dump too', () => {
    const pod =
      '{apiVersion: v1, kind: Pod, metadata: {name: db-0, uid: u, ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: db, uid: s, controller: true}]}, spec: {containers: [{name: c}], volumes: [{name: data, persistentVolumeClaim: {claimName: data-db-0}}]}}';
    const { workloads } = read([STATEFUL, pod]);
    expect(workloads.pods.map(({ uid }) => uid)).toEqual(['default/StatefulSet/db/00001', 'u']);
    expect(workloads.persistentVolumeClaims.map(({ metadata }) => metadata.name)).toEqual([
      'data-db-0',
      'data-db-1',
    ]);
  });
});

describe('ephemeral volumes', () => {
  it('have a claim named after pod and volume', () => {
    expect(
      storage(
        '{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c}], volumes: [{name: x, emptyDir: {}}, {name: scratch, ephemeral: {volumeClaimTemplate: {spec: {storageClassName: gp3}}}}]}}',
      ),
    ).toMatchInlineSnapshot(`
      "default/a-scratch, class gp3, Pending
      class gp3: unknown, WaitForFirstConsumer
      info PW7031 @1:192-195 the storage class \`gp3\` is not given; its volumes are assumed to follow their pods
        help: Give the StorageClass (\`kubectl get storageclasses -o json\`) if it binds at once or is tied to zones."
    `);
  });
});

describe('storage classes', () => {
  it('that are not given are assumed, once each', () => {
    expect(
      storage(CLAIM(''), CLAIM('storageClassName: gp3').replace(': data', ': other')),
    ).toMatchInlineSnapshot(`
      "default/data, class default, Pending
      default/other, class gp3, Pending
      class default: unknown, WaitForFirstConsumer
      class gp3: unknown, WaitForFirstConsumer
      info PW7031 @1:71-75 the default storage class is not given; its volumes are assumed to follow their pods
        help: Give the StorageClass (\`kubectl get storageclasses -o json\`) if it binds at once or is tied to zones.
      info PW7031 @1:97-100 the storage class \`gp3\` is not given; its volumes are assumed to follow their pods
        help: Give the StorageClass (\`kubectl get storageclasses -o json\`) if it binds at once or is tied to zones."
    `);
  });

  it('have a default, which the API server writes into claims', () => {
    expect(storage(CLAIM(''), CLASS('gp2'), CLASS('gp3', DEFAULT))).toMatchInlineSnapshot(`
      "default/data, class gp3, Pending
      class gp2: ebs.csi.aws.com, WaitForFirstConsumer
      class gp3: ebs.csi.aws.com, WaitForFirstConsumer"
    `);
    expect(storage(CLAIM('storageClassName: ""'), CLASS('gp3', DEFAULT))).toMatchInlineSnapshot(`
      "default/data, class , Pending
      class gp3: ebs.csi.aws.com, WaitForFirstConsumer"
    `);
  });

  it('of several defaults the youngest counts', () => {
    const created = (day: number) => `${DEFAULT}, creationTimestamp: "2026-01-0${day}T00:00:00Z"`;
    expect(
      storage(CLAIM(''), CLASS('a', created(1)), CLASS('b', created(2)), CLASS('c', created(1))).split(
        '\n',
      )[0],
    ).toBe('default/data, class b, Pending');
  });

  it('of a dump are all there are', () => {
    expect(storage(CLAIM('storageClassName: gp9'), CLASS('gp3', LIVE))).toMatchInlineSnapshot(`
      "default/data, class gp9, Pending
      class gp3: ebs.csi.aws.com, WaitForFirstConsumer"
    `);
    expect(storage(CLAIM(''), CLASS('gp3', LIVE))).toMatchInlineSnapshot(`
      "default/data, class none, Pending
      class gp3: ebs.csi.aws.com, WaitForFirstConsumer"
    `);
  });
});

describe('claims that name a volume', () => {
  const volume = '{apiVersion: v1, kind: PersistentVolume, metadata: {name: pv-1}, spec: {csi: {driver: x}}}';

  it('are bound to it as soon as both exist', () => {
    expect(storage(CLAIM('volumeName: pv-1'), volume)).toMatchInlineSnapshot(
      `"default/data, class none, Bound, volume pv-1, bind-completed"`,
    );
  });

  it('are not where the volume is not given, or the cluster says otherwise', () => {
    expect(storage(CLAIM('volumeName: pv-1'))).toMatchInlineSnapshot(
      `"default/data, class none, Pending, volume pv-1"`,
    );
    expect(storage(CLAIM('volumeName: pv-1', LIVE), volume)).toMatchInlineSnapshot(
      `"default/data, class none, no phase, volume pv-1"`,
    );
  });
});

describe('claims that are not given', () => {
  it('are left to the packer', () => {
    const pod =
      '{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c}], volumes: [{name: x, persistentVolumeClaim: {claimName: none}}]}}';
    const { workloads, diagnostics } = read(pod);
    expect([workloads.pods.length, workloads.persistentVolumeClaims, diagnostics]).toEqual([1, [], []]);
  });
});

describe('volumes', () => {
  it('keep what scheduling reads of them', () => {
    const { workloads } = read(text`
      apiVersion: v1
      kind: PersistentVolume
      metadata: {name: pv-1, uid: u}
      spec:
        capacity: {storage: 1Gi}
        local: {path: /mnt}
        nodeAffinity:
          required:
            nodeSelectorTerms:
              - matchExpressions: [{key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1a]}]
      ---
      apiVersion: storage.k8s.io/v1
      kind: StorageClass
      metadata: {name: x}
      provisioner: ebs.csi.aws.com
      allowedTopologies:
        - matchLabelExpressions: [{key: topology.ebs.csi.aws.com/zone, values: [eu-west-1a]}]
      ---
      apiVersion: storage.k8s.io/v1
      kind: CSINode
      metadata: {name: n1}
      spec: {drivers: [{name: ebs.csi.aws.com, nodeID: i-1, allocatable: {count: 25}}]}
    `);
    const { persistentVolumes, storageClasses, csiNodes } = workloads;
    expect({ persistentVolumes, storageClasses, csiNodes }).toMatchInlineSnapshot(`
      {
        "csiNodes": [
          {
            "metadata": {
              "name": "n1",
            },
            "spec": {
              "drivers": [
                {
                  "allocatable": {
                    "count": 25,
                  },
                  "name": "ebs.csi.aws.com",
                },
              ],
            },
          },
        ],
        "persistentVolumes": [
          {
            "metadata": {
              "name": "pv-1",
              "uid": "u",
            },
            "spec": {
              "local": {},
              "nodeAffinity": {
                "required": {
                  "nodeSelectorTerms": [
                    {
                      "matchExpressions": [
                        {
                          "key": "topology.kubernetes.io/zone",
                          "operator": "In",
                          "values": [
                            "eu-west-1a",
                          ],
                        },
                      ],
                    },
                  ],
                },
              },
            },
          },
        ],
        "storageClasses": [
          {
            "allowedTopologies": [
              {
                "matchLabelExpressions": [
                  {
                    "key": "topology.ebs.csi.aws.com/zone",
                    "values": [
                      "eu-west-1a",
                    ],
                  },
                ],
              },
            ],
            "metadata": {
              "name": "x",
            },
            "provisioner": "ebs.csi.aws.com",
          },
        ],
      }
    `);
  });
});
