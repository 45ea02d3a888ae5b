import type { NodeRequirement } from '../../kubernetes/api/node-pool.ts';

/**
 * One entry of the instance types file, as Karpenter's KWOK provider reads it (Karpenter 1.14,
 * kwok/cloudprovider/helpers.go). The capitals of offerings are Go's.
 */
export interface KwokInstanceType {
  readonly name: string;
  readonly architecture: string;
  readonly operatingSystems: readonly string[];
  readonly resources: Readonly<Record<string, string>>;
  readonly offerings: readonly KwokOffering[];
}

export interface KwokOffering {
  /** US dollars an hour. */
  readonly Price: number;
  readonly Available: boolean;
  /**
   * Zone, capacity type and every label that the real provider would put onto the node: `In` with one value, or
   * `DoesNotExist`. What is left out here counts as met by whatever a pool asks for.
   */
  readonly Requirements: readonly Pick<NodeRequirement, 'key' | 'operator' | 'values'>[];
}
