import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import {
  type ScaleFromZeroInput,
  scaleFromZeroAnnotations,
} from '../../src/kubernetes/scale-from-zero/write-annotations.ts';
import {
  scaleFromZeroProblems,
  type ScaleFromZeroReader,
} from '../../src/kubernetes/scale-from-zero/write-problems.ts';

export interface ScaleFromZeroProps extends ScaleFromZeroInput {
  /** What is scaled: a MachineDeployment, or any other object that the autoscaler knows (MachineSet, MachinePool). */
  readonly target: ApiObject;

  /**
   * Who scales it.
   *
   * @default 'cluster-autoscaler'
   */
  readonly reader?: ScaleFromZeroReader;
}

/**
 * Tells the Cluster Autoscaler, or Karpenter's provider for Cluster API, what a node will be like before there is one:
 * annotations on an object. What they would refuse, or take for something else than was meant, throws at once: once the
 * object is applied, nobody reports a mistake in its annotations.
 *
 * @example
 * new ScaleFromZero(this, 'scale', {
 *   target: workers,
 *   cpuMilli: 3920,
 *   memoryBytes: 14500 * 1024 ** 2,
 *   maxPods: 58,
 *   labels: { 'kubernetes.io/arch': 'amd64', 'kubernetes.io/os': 'linux', team: 'data' },
 *   minSize: 0,
 *   maxSize: 10,
 * });
 */
export class ScaleFromZero extends Construct {
  /** What was added to the target, in order of key. */
  readonly annotations: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, props: ScaleFromZeroProps) {
    super(scope, id);
    const { target, reader = 'cluster-autoscaler', ...input } = props;
    const problems = scaleFromZeroProblems(input, { reader });
    if (problems.length > 0) throw new Error(`${this.node.path}:\n${problems.join('\n')}`);
    this.annotations = scaleFromZeroAnnotations(input);
    for (const [key, text] of Object.entries(this.annotations)) target.metadata.addAnnotation(key, text);
  }
}
