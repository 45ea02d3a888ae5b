import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../rig/free-ports.ts';
import { type Guarded, startGuarded } from '../rig/guarded.ts';

export interface ControllerInput {
  /** Built from sigs.k8s.io/karpenter/kwok. */
  readonly program: string;
  readonly kubeconfig: string;
  readonly instanceTypesFile: string;
  /** Where the log goes. */
  readonly folder: string;
  /** `StaticCapacity=true,…` @default Karpenter's own */
  readonly featureGates?: string | undefined;
}

/** A line of its log: `message` with its fields. */
export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

const POLL_MS = 50;

/** The real controller in a process of its own, which ends with `stop`. */
export class Controller {
  readonly #process: Guarded;
  readonly #log: string;

  private constructor(process: Guarded, log: string) {
    this.#process = process;
    this.#log = log;
  }

  static async start(input: ControllerInput): Promise<Controller> {
    const { program, kubeconfig, instanceTypesFile, folder, featureGates } = input;
    const [metrics, health] = await freePorts(2);
    const log = join(folder, 'karpenter.log');
    const env = {
      KUBECONFIG: kubeconfig,
      INSTANCE_TYPES_FILE_PATH: instanceTypesFile,
      DISABLE_LEADER_ELECTION: 'true',
      METRICS_PORT: String(metrics),
      HEALTH_PROBE_PORT: String(health),
      LOG_LEVEL: 'debug',
      // All pods become pending within moments; none may come too late for the first batch.
      BATCH_IDLE_DURATION: '700ms',
      BATCH_MAX_DURATION: '60s',
      // What the plan takes for granted.
      PREFERENCE_POLICY: 'Respect',
      MIN_VALUES_POLICY: 'Strict',
      ...(featureGates === undefined ? {} : { FEATURE_GATES: featureGates }),
    };
    return new Controller(startGuarded(program, [], { log, env, cwd: folder }), log);
  }

  /** What it has logged so far. */
  lines(): readonly LogLine[] {
    const whole = readFileSync(this.#log, 'utf8').split('\n').slice(0, -1);
    return whole.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine);
  }

  /** @throws Error with the end of the log if it takes longer than `seconds`, or if the controller ends */
  async until(what: string, seconds: number, isSo: () => boolean | Promise<boolean>): Promise<void> {
    const end = (seconds * 1000) / POLL_MS;
    for (let poll = 0; poll < end; poll++) {
      if (await isSo()) return;
      if (!this.#process.alive()) throw new Error(`Karpenter ended before ${what}:\n${this.#process.tail()}`);
      await sleep(POLL_MS);
    }
    throw new Error(`after ${seconds} s still not: ${what}\n${this.#process.tail()}`);
  }

  async stop(): Promise<void> {
    await this.#process.stop();
  }
}
