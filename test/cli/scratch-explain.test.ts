import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { poolwright } from './harness.ts';

const D = (name: string, replicas: number, cpu: string, memory: string, spec = '') => `---
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: web}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
${spec}      containers:
        - name: main
          resources:
            requests: {cpu: ${cpu}, memory: ${memory}}
`;
const W = [
  D('big', 3, '40', '4Gi'),
  D('arm', 1, '500m', '1Gi', '      nodeSelector: {kubernetes.io/arch: arm64}\n'),
  D('team', 1, '500m', '1Gi', '      nodeSelector: {team: x}\n'),
  D('many', 30, '7', '20Gi'),
  D('spread', 4, '500m', '1Gi', '      topologySpreadConstraints:\n        - {maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: spread}}}\n'),
  D('alone', 5, '500m', '1Gi', '      affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: topology.kubernetes.io/zone, labelSelector: {matchLabels: {app: alone}}}]}}\n'),
  D('gpu', 2, '3', '12Gi', '').replace('memory: 12Gi', 'memory: 12Gi, nvidia.com/gpu: 1'),
].join('');

const args = (process.env['EXPLAIN'] ?? 'explain unschedulable production').split(' ');
test('x', async () => {
  const r = await poolwright(args, { columns: 100, files: { ...Object.fromEntries(['clusters/production.yaml','clusters/_defaults.yaml','clusters/production/workloads/daemons.yaml','clusters/production/workloads/web.yaml'].map((f) => [f, readFileSync(f, 'utf8')])), 'clusters/production/workloads/more.yaml': W } }).catch((e) => { throw e; });
  process.stdout.write(`${r.stdout}\n--- ${r.stderr}\nexit ${r.code}\n`);
  void readFileSync;
});
