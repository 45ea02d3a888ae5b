/**
 * Names a part of a pool that has errors and was left out, or that an unknown key may have been meant to be: a key of
 * the pool, a field of its node class in the provider's spelling (`node_class.role`), or `*` for all of it. Two are
 * no fields but what fields decide: the image family, and which types a node class can launch.
 */
export type PoolPart =
  | '*'
  | 'annotations'
  | 'backend'
  | 'cluster_api'
  | 'dedicated'
  | 'dedicated_key'
  | 'defaults'
  | 'disruption'
  | 'expire_after'
  | 'labels'
  | 'limits'
  | 'max_monthly_usd'
  | 'max_monthly_usd_at_limits'
  | 'node_class'
  | 'node_class_name'
  | 'profile'
  | 'replicas'
  | 'requirements'
  | 'startup_taints'
  | 'taints'
  | 'termination_grace_period'
  | 'weight'
  | `node_class.${string}`
  | 'node_class.image_family'
  | 'node_class.launchable_types';
