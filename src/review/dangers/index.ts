import { acceleratorsLost } from './accelerators-lost.ts';
import { architecture } from './architecture.ts';
import { backendChanged } from './backend-changed.ts';
import { changedSelector } from './changed-selector.ts';
import { changedTemplate } from './changed-template.ts';
import { clusterRemoved } from './cluster-removed.ts';
import { crossedClusterBudget, crossedPoolBudget } from './crossed-budget.ts';
import type { ClusterDanger, PoolDanger } from './danger-rule.ts';
import { dearerCluster } from './dearer-cluster.ts';
import { dearerTypes } from './dearer-types.ts';
import { floatingImage } from './floating-image.ts';
import { karpenterVersion } from './karpenter-version.ts';
import { lessCapacity } from './less-capacity.ts';
import { limitBelowNeed } from './limit-below-need.ts';
import { lostBounds } from './lost-bounds.ts';
import { nodeClassKind } from './node-class-kind.ts';
import { otherCluster } from './other-cluster.ts';
import { poolRemoved } from './pool-removed.ts';
import { poolRenamed } from './pool-renamed.ts';
import { removedDeployments } from './removed-deployments.ts';
import { rotation } from './rotation.ts';
import { selectedLabel } from './selected-label.ts';
import { singleZone } from './single-zone.ts';
import { sizeBelowCurrent } from './size-below-current.ts';
import { soonerExpiry } from './sooner-expiry.ts';
import { spotOnly } from './spot-only.ts';
import { staticChanged } from './static-changed.ts';
import { tightMinValues } from './tight-min-values.ts';
import { unreadTaints } from './unread-taints.ts';
import { untoleratedTaint } from './untolerated-taint.ts';
import { writtenReplicas } from './written-replicas.ts';
import { zeroBudget } from './zero-budget.ts';

/** What a reviewer of a pool must have seen. No matters of taste: each drains nodes, blocks something, or costs money. */
export const POOL_DANGERS: readonly PoolDanger[] = [
  poolRemoved,
  poolRenamed,
  backendChanged,
  nodeClassKind,
  staticChanged,
  limitBelowNeed,
  zeroBudget,
  rotation,
  soonerExpiry,
  floatingImage,
  spotOnly,
  singleZone,
  acceleratorsLost,
  architecture,
  tightMinValues,
  untoleratedTaint,
  selectedLabel,
  dearerTypes,
  crossedPoolBudget,
  changedTemplate,
  removedDeployments,
  writtenReplicas,
  lostBounds,
  changedSelector,
  sizeBelowCurrent,
  lessCapacity,
  unreadTaints,
];

export const CLUSTER_DANGERS: readonly ClusterDanger[] = [
  clusterRemoved,
  karpenterVersion,
  otherCluster,
  dearerCluster,
  crossedClusterBudget,
];
