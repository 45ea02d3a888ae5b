import type { TestProject } from 'vitest/node';
import { type Binaries, prepareParts } from './parts.ts';
import { type Rig, startRig } from './start-rig.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** An API server with the CRDs of Karpenter for AWS and of Cluster API. Tests share it: store nothing in it. */
    readonly aws: Rig;
    /** One with Karpenter's own CRDs and those of its KWOK provider. */
    readonly core: Rig;
    readonly binaries: Binaries;
  }
}

/** Starts the API servers once for all test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parts = prepareParts((line) => console.log(line));
  const started = await Promise.allSettled([
    startRig({ parts, crds: 'aws' }),
    startRig({ parts, crds: 'core' }),
  ]);
  const rigs = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stopAll = async () => {
    for (const rig of rigs) await rig.stop();
  };
  const [aws, core] = rigs;
  if (aws === undefined || core === undefined) {
    await stopAll();
    throw started.find((one) => one.status === 'rejected')?.reason;
  }
  // Only what can be copied is handed to the tests' processes.
  const plain = ({ server, token, certificate, kubeconfig, folder }: Rig): Rig => ({
    server,
    token,
    certificate,
    kubeconfig,
    folder,
  });
  project.provide('aws', plain(aws));
  project.provide('core', plain(core));
  project.provide('binaries', parts.binaries);
  return stopAll;
}
