import { describe, expect, it } from 'vitest';
import { located, read, text } from './harness.ts';

const DEPLOYMENT = text`
  apiVersion: v1
  kind: Namespace
  metadata: {name: shop}
  ---
  apiVersion: apps/v1
  kind: Deployment
  metadata: {name: web, namespace: shop}
  spec:
    template:
      metadata:
        labels: {app.kubernetes.io/name: web}
      spec:
        nodeSelector:
          disk: ssd
        tolerations:
          - key: a
            operator: Exists
        containers:
          - name: c
            resources:
              requests: {cpu: 500m}
              limits:
                memory: 1Gi
        volumes:
          - {name: x, emptyDir: {}}
          - {name: y, persistentVolumeClaim: {claimName: data}}
`;

const POINTERS = [
  '',
  '/metadata/labels/app.kubernetes.io~1name',
  '/spec/nodeSelector/disk',
  '/spec/nodeSelector',
  '/spec/tolerations/0',
  '/spec/containers/0/resources/requests/cpu',
  '/spec/containers/0/resources/requests/memory',
  '/spec/containers/0/resources/requests/nvidia.com~1gpu',
  '/spec/volumes/0/persistentVolumeClaim/claimName',
  '/spec/affinity/podAntiAffinity',
  '/spec/tolerations/2/key',
];

describe('parts of a pod are located', () => {
  it('in the template of a Deployment', () => {
    expect(located(read(DEPLOYMENT), ...POINTERS)).toMatchInlineSnapshot(`
      " -> 9:3-11 template
      /metadata/labels/app.kubernetes.io~1name -> 11:40-43 web
      /spec/nodeSelector/disk -> 14:15-18 ssd
      /spec/nodeSelector -> 14:9-18 disk: ssd
      /spec/tolerations/0 -> 16:11-14 key
      /spec/containers/0/resources/requests/cpu -> 21:29-33 500m
      /spec/containers/0/resources/requests/memory -> 23:23-26 1Gi
      /spec/containers/0/resources/requests/nvidia.com~1gpu -> 21:13-21 requests
      /spec/volumes/0/persistentVolumeClaim/claimName -> 26:56-60 data
      /spec/affinity/podAntiAffinity -> 12:5-9 spec
      /spec/tolerations/2/key -> 15:7-18 tolerations"
    `);
  });

  it('in a pod of a JSON dump', () => {
    const pod = (name: string) => ({
      metadata: { name, uid: name },
      spec: { nodeSelector: { disk: 'ssd' }, containers: [{ name: 'c', resources: { limits: { cpu: 1 } } }] },
    });
    const dump = JSON.stringify({ apiVersion: 'v1', kind: 'PodList', items: [pod('b'), pod('a')] }, null, 2);
    const { workloads, diagnostics } = read(dump);
    expect(
      located(
        { workloads: { ...workloads, pods: workloads.pods.slice(0, 1) }, diagnostics },
        ...POINTERS.slice(2, 6),
      ),
    ).toMatchInlineSnapshot(`
      "/spec/nodeSelector/disk -> 33:19-24 "ssd"
      /spec/nodeSelector -> 32:9-23 "nodeSelector"
      /spec/tolerations/0 -> 31:7-13 "spec"
      /spec/containers/0/resources/requests/cpu -> 40:24-25 1"
    `);
  });

  it('in an item of a YAML list', () => {
    const list = `apiVersion: v1\nitems:\n${'- apiVersion: v1\n  kind: Pod\n  metadata: {name: NAME}\n  spec:\n    nodeSelector:\n      disk: ssd\n    containers:\n    - name: c\n'
      .repeat(2)
      .replace('NAME', 'b')
      .replace('NAME', 'a')}kind: List\n`;
    expect(located(read(list), '/spec/nodeSelector/disk', '/metadata/name')).toMatchInlineSnapshot(`
      "/spec/nodeSelector/disk -> 16:13-16 ssd
      /metadata/name -> 13:20-21 a"
    `);
  });

  it('in a YAML document that needs the careful reader', () => {
    const list = text`
      # A comment.
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: a, labels: &labels {app: a}}
      spec:
        containers: [{name: c}]
        affinity:
          podAntiAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
              - {topologyKey: zone, labelSelector: {matchLabels: *labels}}
    `;
    const pointer =
      '/spec/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/0/labelSelector/matchLabels/app';
    expect(located(read(list), pointer)).toMatchInlineSnapshot(
      `"/spec/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/0/labelSelector/matchLabels/app -> 11:60-67 *labels"`,
    );
  });

  it('in the objects that supply them', () => {
    const others = text`
      ---
      apiVersion: v1
      kind: LimitRange
      metadata: {name: x, namespace: shop}
      spec:
        limits:
          - type: Container
            defaultRequest: {ephemeral-storage: 1Gi}
      ---
      apiVersion: node.k8s.io/v1
      kind: RuntimeClass
      metadata: {name: gvisor}
      overhead: {podFixed: {cpu: 250m}}
      scheduling: {nodeSelector: {sandbox: gvisor}}
    `;
    const deployment = DEPLOYMENT.replace('nodeSelector:', 'runtimeClassName: gvisor\n      nodeSelector:');
    expect(
      located(
        read(deployment + others),
        '/spec/containers/0/resources/requests/ephemeral-storage',
        '/spec/overhead/cpu',
        '/spec/nodeSelector/sandbox',
        '/spec/nodeSelector/disk',
      ),
    ).toMatchInlineSnapshot(`
      "/spec/containers/0/resources/requests/ephemeral-storage -> 35:43-46 1Gi
      /spec/overhead/cpu -> 40:28-32 250m
      /spec/nodeSelector/sandbox -> 41:38-44 gvisor
      /spec/nodeSelector/disk -> 15:15-18 ssd"
    `);
  });

  it('in the claim templates of a StatefulSet', () => {
    const stateful = text`
      apiVersion: apps/v1
      kind: StatefulSet
      metadata: {name: db}
      spec:
        template:
          spec:
            containers: [{name: c}]
            volumes: [{name: a, emptyDir: {}}, {name: b, persistentVolumeClaim: {claimName: b}}]
        volumeClaimTemplates:
          - metadata: {name: data}
            spec: {storageClassName: gp3}
    `;
    expect(
      located(read(stateful), '/spec/volumes/0', '/spec/volumes/1/persistentVolumeClaim/claimName'),
    ).toMatchInlineSnapshot(`
      "/spec/volumes/0 -> 10:7-15 metadata
      /spec/volumes/1/persistentVolumeClaim/claimName -> 8:87-88 b"
    `);
  });
});
