import type { Claim } from '../karpenter/claim.ts';
import type { HostPortTable } from '../karpenter/host-ports.ts';
import type { Level } from '../karpenter/pod-class.ts';
import type { RequirementState } from '../karpenter/requirement-space.ts';
import type { QueuedPod } from '../karpenter/queued-pod.ts';
import type { Template } from '../karpenter/template.ts';
import type { Replay } from './replay.ts';

/** A claim that might be opened, or one that pods are on already. */
export interface Candidate {
  readonly template: Template;
  readonly host: number;
  readonly state: RequirementState;
  /** Requests of its pods by column. */
  readonly total: Float64Array;
  /** By daemon group. */
  readonly ports: readonly HostPortTable[];
  readonly reserved: ReadonlySet<string>;
  /** Whether `minValues` may be lowered to what there is. */
  readonly minValues: 'keep' | 'lower';
}

export interface TraceInput {
  readonly run: Replay;
  readonly queued: QueuedPod;
  readonly level: Level;
  readonly candidate: Candidate;
  /** A resource of which enough is taken to be there, by its column. */
  readonly unlimited?: number;
}

export function newCandidate(template: Template, { encoded }: Replay): Candidate {
  const { topology, columns, minValues } = encoded.scheduler;
  return {
    template,
    host: topology.hosts.size,
    state: template.state,
    total: new Float64Array(columns),
    ports: template.groups.map(({ ports }) => ports),
    reserved: new Set(),
    minValues: minValues === 'BestEffort' ? 'lower' : 'keep',
  };
}

export function claimCandidate(claim: Claim): Candidate {
  const { template, host, state, total, reserved } = claim;
  const ports = claim.ports ?? template.groups.map((group) => group.ports);
  return { template, host, state, total, ports, reserved, minValues: 'keep' };
}
