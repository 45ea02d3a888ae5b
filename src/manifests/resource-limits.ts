import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { PathSegment } from '../diagnostics/located-path.ts';
import type { Span } from '../diagnostics/span.ts';
import type { PodSpec, ResourceRequirements } from '../kubernetes/api/pod.ts';
import { compareQuantities, parseQuantity } from '../kubernetes/quantity.ts';
import { titleOf } from './kube-object.ts';
import { redirected, type Redirects } from './redirects.ts';
import type { Subject } from './runtime-classes.ts';

/**
 * Requests that the API server refuses for their limits (ValidateResourceRequirements of Kubernetes 1.36): none may be
 * above its limit; of hugepages and extended resources there has to be a limit, and the request has to equal it. Asked
 * after defaults and admission plugins, which may supply either side.
 */
export function limitProblems(spec: PodSpec, subject: Subject, redirects: Redirects): Diagnostic[] {
  const containers = (['containers', 'initContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).map(({ name, resources }, i) => ({
      who: `container \`${name}\` of ${titleOf(subject.object)}`,
      path: ['spec', list, i, 'resources'],
      resources,
    })),
  );
  const pod = { who: titleOf(subject.object), path: ['spec', 'resources'], resources: spec.resources };
  return [pod, ...containers].flatMap((one) => problemsOf(one, subject, redirects));
}

interface Asking {
  readonly who: string;
  /** In the pod. */
  readonly path: readonly PathSegment[];
  readonly resources: ResourceRequirements | undefined;
}

function problemsOf({ who, path, resources }: Asking, subject: Subject, redirects: Redirects): Diagnostic[] {
  const { requests = {}, limits = {} } = resources ?? {};
  return Object.entries(requests).flatMap(([name, request]) => {
    const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
    const problem = problemWith({ name, request, limit });
    if (problem === undefined) return [];
    const at = written([...path, 'requests', name], subject, redirects);
    const message = `${who} requests ${request} of \`${name}\`${problem.but}`;
    const help = `${problem.wayOut} Kubernetes refuses such pods: ${titleOf(subject.object)} is left out.`;
    const related =
      limit === undefined
        ? []
        : [{ span: written([...path, 'limits', name], subject, redirects), message: 'the limit' }];
    return [diagnostic('PW7024', at, message, { help, related })];
  });
}

interface Amounts {
  readonly name: string;
  readonly request: string;
  readonly limit: string | undefined;
}

interface Problem {
  readonly but: string;
  readonly wayOut: string;
}

function problemWith({ name, request, limit }: Amounts): Problem | undefined {
  const mayDiffer = isOvercommitAllowed(name);
  if (limit === undefined) {
    if (mayDiffer) return undefined;
    return {
      but: ', but has no limit of it',
      wayOut: `Add \`${name}: ${request}\` to its \`limits\`: this resource is not shared.`,
    };
  }
  const order = compare(request, limit);
  if (order === 0 || (order < 0 && mayDiffer)) return undefined;
  return mayDiffer
    ? { but: `, but its limit is ${limit}`, wayOut: 'Raise the limit, or lower the request.' }
    : {
        but: `, but its limit is ${limit}`,
        wayOut: 'Give both the same amount: this resource is not shared.',
      };
}

/** As in k8s.io/kubernetes, pkg/apis/core/v1/helper: resources of Kubernetes itself, but for hugepages. */
function isOvercommitAllowed(name: string): boolean {
  return (!name.includes('/') || name.includes('kubernetes.io/')) && !name.startsWith('hugepages-');
}

function compare(a: string, b: string): number {
  const [left, right] = [parseQuantity(a), parseQuantity(b)];
  return left.ok && right.ok ? compareQuantities(left.quantity, right.quantity) : 0;
}

function written(pointer: readonly PathSegment[], { object, path }: Subject, redirects: Redirects): Span {
  const target = redirected(redirects, pointer);
  return target.object === undefined
    ? object.place.span([...path, ...target.path])
    : target.object.place.span(target.path);
}
