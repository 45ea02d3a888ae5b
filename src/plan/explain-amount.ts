import { formatQuantity } from '../kubernetes/quantity.ts';

/** An amount as the API server writes it, exact: `1500m`, `1088Mi`. */
export function exactAmount(resource: string, nano: bigint): string {
  const isBytes = resource === 'memory' || resource.endsWith('storage') || resource.startsWith('hugepages-');
  return formatQuantity({ nano, format: isBytes ? 'BinarySI' : 'DecimalSI' });
}
