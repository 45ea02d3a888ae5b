import type { Requirement } from '../kubernetes/requirement.ts';
import { formatTaint } from '../kubernetes/taint.ts';
import type { ExplainedFunnelStep } from '../model/explanation.ts';
import type {
  LimitObstacle,
  Obstacle,
  RequirementObstacle,
  ResourceObstacle,
  Step,
  TopologyObstacle,
  UnmetMinValues,
  VolumeObstacle,
} from '../packer/explain/step.ts';
import { amountText } from './amount-text.ts';
import { exactAmount } from './explain-amount.ts';
import { detailOf } from './explain-detail.ts';
import { requirementText } from './requirement-reason.ts';

/** A step of the packer in words. Its places are found by who knows them. */
export function describeStep(step: Step): Omit<ExplainedFunnelStep, 'places'> {
  const { obstacle, before, after, alone } = step;
  return {
    what: whatOf(obstacle),
    of: sideOf(obstacle),
    message: messageOf(step),
    before,
    after,
    alone,
    detail: detailOf(obstacle),
  };
}

function whatOf(obstacle: Obstacle): string {
  if (obstacle.kind === 'pool-requirement' && obstacle.by === 'label') return 'pool-label';
  return obstacle.kind;
}

function sideOf({ kind }: Obstacle): ExplainedFunnelStep['of'] {
  switch (kind) {
    case 'inactive':
    case 'pool-requirement':
    case 'pool-offering':
    case 'overreserved':
    case 'limit':
    case 'taint':
      return 'pool';
    case 'min-values':
      return 'pool';
    case 'requirement':
    case 'volume':
    case 'topology':
    case 'resource':
    case 'host-port':
      return 'pod';
    case 'offering':
    case 'daemons':
    case 'reservation':
    case 'not-tried':
      return 'cluster';
  }
}

function messageOf({ obstacle, before, after }: Step): string {
  const blocks = after === 0;
  switch (obstacle.kind) {
    case 'inactive':
      return INACTIVE[obstacle.reason];
    case 'pool-requirement':
      return writtenText(obstacle);
    case 'pool-offering':
      return 'to be had in the zones and capacity types of the pool';
    case 'overreserved':
      return 'room left after what is set aside for the system';
    case 'min-values':
      return minValuesText(obstacle.unmet, obstacle.when);
    case 'limit':
      return limitText(obstacle, before > 0 && blocks);
    case 'taint':
      return `the pod ${obstacle.tolerated ? 'tolerates' : 'does not tolerate'} the taint \`${formatTaint(obstacle.taint)}\``;
    case 'requirement':
      return askText(obstacle);
    case 'volume':
      return volumeText(obstacle);
    case 'topology':
      return topologyText(obstacle);
    case 'offering':
      return offeringText(obstacle);
    case 'daemons':
      return 'room for the daemons';
    case 'resource':
      return resourceText(obstacle, blocks);
    case 'host-port':
      return `host ports ${obstacle.ports.join(', ')} are ${blocks ? 'taken by daemons' : 'free'}`;
    case 'reservation':
      return obstacle.failure === 'used-up'
        ? 'the capacity reservations are used up'
        : 'the node would lose its capacity reservation';
    case 'not-tried':
      return `not tried: Karpenter stopped at \`${obstacle.stoppedAt}\`, whose reservations are used up`;
  }
}

const INACTIVE = {
  static: 'the pool is static: Karpenter does not add nodes for pods',
  'not-ready': 'the pool is not ready',
  deleting: 'the pool is being deleted',
};

function writtenText({ written }: Extract<Obstacle, { readonly kind: 'pool-requirement' }>): string {
  const { key, operator, values = [], minValues } = written;
  const list =
    values.length === 0 ? '' : ` ${operator.endsWith('In') ? `[${values.join(', ')}]` : values.join(', ')}`;
  const least = minValues === undefined ? '' : `, minValues ${minValues}`;
  return `${key} ${operator}${list}${least}`;
}

function minValuesText(unmet: readonly UnmetMinValues[], when: 'pool' | 'pod' | 'truncation'): string {
  if (when === 'truncation') {
    return 'the cheapest types that Karpenter may name have fewer different values than `minValues` asks for';
  }
  const keys = unmet.map(({ key, wanted, reached }) => `${reached} of ${wanted} values of \`${key}\``);
  return `the types that are left have ${keys.join(' and ')} (\`minValues\`)`;
}

function limitText({ resource, limit, leftNano, smallest }: LimitObstacle, blocks: boolean): string {
  if (resource === 'nodes') {
    return leftNano <= 0n ? `the limit of ${limit} nodes is used up` : `within the limit of ${limit} nodes`;
  }
  const left = leftNano < 0n ? 'more than all of it is used' : `${amountText(resource, leftNano)} left`;
  const least =
    smallest === undefined || !blocks
      ? ''
      : `; the smallest type counts ${amountText(resource, smallest.nano)} (${smallest.instanceType})`;
  return `limit \`${resource}\` ${limit}: ${left}${least}`;
}

function askText({ key, asked, pool, failure, preferred }: RequirementObstacle): string {
  const wants = `the pod ${preferred ? 'prefers' : 'wants'} \`${key}\` ${requirementText(asked)}`;
  if (failure === 'undefined') return `${wants}, a label that the pool does not have`;
  return failure === 'conflict' && pool !== undefined
    ? `${wants}, the pool has ${requirementText(pool)}`
    : wants;
}

function volumeText({ where, alternatives, failure }: VolumeObstacle): string {
  const places = where.map((one) => `\`${one.key}\` ${requirementText(one)}`).join(' and ');
  const more = alternatives > 1 ? ` (or ${alternatives - 1} more)` : '';
  const pool = failure === undefined ? '' : ', where the pool has no nodes';
  return `its volumes are where ${places === '' ? 'anything is' : places}${more}${pool}`;
}

function topologyText({ constraint, key, counts, allowed, maxSkew, failure }: TopologyObstacle): string {
  const shown = counts.slice(0, 6).map(({ domain, pods }) => `${domain}: ${pods}`);
  const pods =
    shown.length === 0 ? '' : ` (pods there: ${shown.join(', ')}${counts.length > 6 ? ', …' : ''})`;
  const skew = maxSkew === undefined ? '' : `, at most ${maxSkew} apart`;
  const what = `${constraint === 'anti-affinity of other pods' ? constraint : `its ${constraint}`} over \`${key}\`${skew}`;
  if (failure === 'unsatisfiable') return `${what}: no place is left${pods}`;
  if (failure === 'conflict') {
    return `${what} leaves ${allowed.join(', ')}, which contradicts what else is required${pods}`;
  }
  return allowed.length === 0 ? `${what}: a new node is allowed` : `${what}: ${allowed.join(', ')}${pods}`;
}

function offeringText({ zone, capacityType }: Extract<Obstacle, { readonly kind: 'offering' }>): string {
  const of = (name: string, one: Requirement | undefined) =>
    one === undefined ? [] : [`${name} ${requirementText(one)}`];
  const where = [...of('zone', zone), ...of('capacity type', capacityType)].join(' and ');
  return `to be had${where === '' ? '' : ` with ${where}`}`;
}

function resourceText({ resource, podNano, othersNano, largest }: ResourceObstacle, blocks: boolean): string {
  const asked = `\`${resource}\` ${exactAmount(resource, podNano)}`;
  const others = othersNano > 0n ? `, beside ${amountText(resource, othersNano)} of other pods` : '';
  if (!blocks) return `room for ${asked}${others}`;
  if (largest === undefined) return `the pod asks for ${asked}${others}`;
  const { allocatableNano, daemonsNano, instanceType } = largest;
  if (allocatableNano === 0n) return `the pod asks for ${asked}${others}; no type that is left has any`;
  const daemons = daemonsNano > 0n ? `, of which daemons take ${amountText(resource, daemonsNano)}` : '';
  const has = `${amountText(resource, allocatableNano)} (${instanceType})`;
  return `the pod asks for ${asked}${others}; the most that a type has is ${has}${daemons}`;
}
