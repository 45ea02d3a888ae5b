import { execFileSync, spawnSync } from 'node:child_process';
import type { Rig } from '../rig/start-rig.ts';
import type { Manifest } from '../rig/api.ts';
import { manifestsOf } from '../objects/manifests.ts';

/** The real kubectl against one rig. Throws with its message when it fails. */
export class Kubectl {
  readonly #program: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(program: string, rig: Rig) {
    this.#program = program;
    // It keeps what it learnt of servers in the home folder.
    this.#env = {
      PATH: process.env['PATH'],
      KUBECONFIG: rig.kubeconfig,
      HOME: rig.folder,
      KUBECTL_APPLYSET: 'true',
    };
  }

  /** What `kubectl kustomize` makes of a folder. */
  kustomize(folder: string): readonly Manifest[] {
    return manifestsOf(this.run(['kustomize', folder]));
  }

  dryRun(folder: string): string {
    return this.run(['apply', '--server-side', '--dry-run=server', '-k', folder]);
  }

  apply(folder: string): string {
    return this.run(['apply', '--server-side', '-k', folder]);
  }

  /** Applies, and removes what earlier applies to the set brought and this one does not. */
  applySet(folder: string, set: string): string {
    return this.run([
      'apply',
      '--server-side',
      '-k',
      folder,
      '--prune',
      `--applyset=${set}`,
      '--namespace=default',
    ]);
  }

  /** What an apply would change; empty: nothing. */
  diff(folder: string): string {
    const { status, stdout, stderr } = spawnSync(this.#program, ['diff', '--server-side', '-k', folder], {
      encoding: 'utf8',
      env: this.#env,
    });
    if (status !== 0 && status !== 1) throw new Error(`kubectl diff: ${stderr}`);
    return stdout;
  }

  run(args: readonly string[]): string {
    try {
      return execFileSync(this.#program, args, { encoding: 'utf8', env: this.#env, stdio: 'pipe' });
    } catch (error) {
      const { stderr } = error as { stderr?: string };
      throw new Error(`kubectl ${args.join(' ')}: ${stderr ?? String(error)}`, { cause: error });
    }
  }
}
