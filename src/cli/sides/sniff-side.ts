/**
 * What a text is by its content, where it is no definition: something that poolwright printed as JSON, or Kubernetes
 * objects.
 */
export function sniffSide(text: string): 'compilation' | 'live' | undefined {
  if (OWN_REPORT.test(text.slice(0, HEAD))) return 'compilation';
  return OBJECTS.test(text) ? 'live' : undefined;
}

/** `apiVersion` comes first, sorted or not. */
const HEAD = 2_000;
const OWN_REPORT = /^[\ufeff\s]*\{\s*"apiVersion"\s*:\s*"poolwright\.dev\//;

/** An object of Karpenter or Cluster API, or a list of kubectl, which may be empty. Definitions have no such lines. */
const OBJECTS =
  /^[ \t{,[-]*"?apiVersion"?\s*:\s*["']?(?:karpenter\.(?:sh|k8s\.aws)\/|cluster\.x-k8s\.io\/|v1["',\s]*"?(?:items"?\s*:|kind"?\s*:\s*["']?List\b))|"apiVersion"\s*:\s*"karpenter\.(?:sh|k8s\.aws)\//m;
