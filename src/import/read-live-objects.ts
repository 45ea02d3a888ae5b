import { didYouMean } from '../diagnostics/did-you-mean.ts';
import { isJsonMap, type JsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import type { LocatedValue } from '../diagnostics/located.ts';
import { followPath } from '../diagnostics/located-path.ts';
import { schemaDiagnostics, type SchemaIssue } from '../diagnostics/schema-issues.ts';
import type { Source } from '../diagnostics/source.ts';
import { toPlain } from '../diagnostics/to-plain.ts';
import { withoutNulls, withoutUnknownKeys } from '../diagnostics/without-unknown-keys.ts';
import { dnsLabelProblem } from '../kubernetes/label.ts';
import type { NodePoolSpec } from '../kubernetes/api/node-pool.ts';
import { type FoundObject, walkObjects } from '../manifests/walk-objects.ts';
import type { ForeignNodePool } from '../model/cluster.ts';
import type { Provider } from '../model/provider.ts';
import { type Finding, finding } from './finding.ts';
import { BOOTSTRAP_KINDS } from './bootstrap-reading.ts';
import { joinMachines } from './join-machines.ts';
import { type LiveMachineDeployment, type LiveTemplate, templateKey } from './live-machines.ts';
import type { LiveNodeClass, LiveNodePool, LiveObject } from './live-objects.ts';
import { type PoolCompanion, poolCompanion } from './pool-companions.ts';
import { nodePoolSchema } from './node-pool-schema.ts';
import { ownMetadata } from './own-metadata.ts';
import { DEFAULT_KEY_PREFIX } from './own-pool.ts';

export interface LiveObjects {
  /** In file order. */
  readonly nodePools: readonly LiveNodePool[];
  readonly nodeClasses: readonly LiveNodeClass[];
  /** NodePools of other providers, by name. */
  readonly foreignNodePools: ReadonlyMap<string, ForeignNodePool>;
  /** Names of node classes that are there and cannot be read. */
  readonly unreadNodeClasses: ReadonlySet<string>;
  /** NodePools of Karpenter's provider for Cluster API. */
  readonly clusterApiNodePools: readonly LiveNodePool[];
  readonly machineDeployments: readonly LiveMachineDeployment[];
  readonly companions: readonly PoolCompanion[];
  readonly findings: readonly Finding[];
}

const NODE_POOL_VERSION = 'karpenter.sh/v1';

/** Everything in the texts that a definition can say. Pools of the provider alone. */
export function readLiveObjects(sources: readonly Source[], provider: Provider): LiveObjects {
  const reader = new Reader(provider);
  for (const source of sources) reader.read(source);
  return reader.result();
}

class Reader {
  readonly #provider: Provider;
  readonly #nodePools = new Map<string, LiveNodePool>();
  readonly #nodeClasses = new Map<string, LiveNodeClass>();
  readonly #foreignNodePools = new Map<string, ForeignNodePool>();
  readonly #unreadNodeClasses = new Set<string>();
  readonly #clusterApiNodePools = new Map<string, LiveNodePool>();
  readonly #machineDeployments = new Map<string, LiveObject>();
  readonly #templates = new Map<string, LiveTemplate>();
  /** Whose they are is known once all MachineDeployments are. */
  readonly #companions: { readonly found: FoundObject; readonly live: LiveObject }[] = [];
  readonly #findings: Finding[] = [];
  /** Kinds that are passed by, with the first of them. */
  readonly #others = new Map<string, FoundObject>();

  constructor(provider: Provider) {
    this.#provider = provider;
  }

  read(source: Source): void {
    walkObjects(
      source,
      (found) => {
        this.#object(found);
      },
      (found) => this.#findings.push({ diagnostic: found, pools: [] }),
    );
  }

  result(): LiveObjects {
    const machines = joinMachines([...this.#machineDeployments.values()], this.#templates, this.#provider);
    const companions = this.#ownCompanions(machines.machineDeployments);
    const [first] = this.#others.values();
    if (first !== undefined) {
      const kinds = [...this.#others.keys()].map((kind) => `\`${kind}\``).join(', ');
      const help = this.#others.has('Kustomization')
        ? 'A Kustomization is no node pool: render it first, `kustomize build FOLDER | poolwright import -`.'
        : undefined;
      this.#findings.push(
        finding('PW9301', first.place.span(['kind']), `not imported: objects of kind ${kinds}`, { help }),
      );
    }
    return {
      nodePools: [...this.#nodePools.values()],
      nodeClasses: [...this.#nodeClasses.values()],
      foreignNodePools: this.#foreignNodePools,
      unreadNodeClasses: new Set([...this.#unreadNodeClasses].filter((name) => !this.#nodeClasses.has(name))),
      clusterApiNodePools: [...this.#clusterApiNodePools.values()],
      machineDeployments: machines.machineDeployments,
      companions,
      findings: [...this.#findings, ...machines.findings],
    };
  }

  #object(found: FoundObject): void {
    const { apiVersion, kind } = found;
    const { adoption, nodeClassKind } = this.#provider;
    if (apiVersion === NODE_POOL_VERSION && kind === 'NodePool') this.#nodePool(found);
    else if (adoption?.apiVersion === apiVersion && kind === nodeClassKind) this.#nodeClass(found);
    else if (isOfKarpenter(found, this.#provider)) this.#outdated(found);
    else if (isMachineDeployment(found)) this.#machineDeployment(found);
    else if (isTemplate(found, this.#provider)) this.#template(found);
    else if (!this.#companion(found) && !this.#others.has(kind)) this.#others.set(kind, found);
  }

  /** An older API, or a word that is not quite a kind. */
  #outdated(found: FoundObject): void {
    const { apiVersion, kind, place } = found;
    if (GENERATED.has(kind)) return;
    const known = ['NodePool', this.#provider.nodeClassKind];
    const meant = known.includes(kind) ? undefined : didYouMean(kind, known);
    this.#findings.push(
      finding('PW9304', place.span(['apiVersion']), `\`${apiVersion}\` ${titleOf(found)} is not imported`, {
        help:
          meant === undefined
            ? 'Upgrade to `v1` first: its API server gives every object in that version, `kubectl get nodepools.v1.karpenter.sh -o yaml`.'
            : `Did you mean \`${meant}\`?`,
      }),
    );
  }

  #nodePool(found: FoundObject): void {
    const object = this.#liveObject(found, this.#nodePools);
    if (object === undefined) return;
    const { live, spec } = object;
    const plain = withoutNulls(toPlain(spec));
    const { error } = nodePoolSchema.safeParse(plain);
    const pools = [live.name];
    if (!this.#judge(found, spec, { issues: error?.issues ?? [], pools })) return;
    const known = withoutUnknownKeys(plain, error?.issues ?? []) as unknown as NodePoolSpec;
    const { nodeClassRef } = known.template.spec;
    if (nodeClassRef.kind === 'ClusterAPINodeClass') {
      this.#clusterApiNodePools.set(live.name, { ...live, known, nodeClassName: nodeClassRef.name });
      return;
    }
    if (
      nodeClassRef.group !== this.#provider.apiGroup ||
      nodeClassRef.kind !== this.#provider.nodeClassKind
    ) {
      this.#foreign(found, live.name, nodeClassRef);
      return;
    }
    const problem = dnsLabelProblem(live.name);
    if (problem !== undefined) {
      this.#findings.push(
        finding(
          'PW9306',
          found.place.span(['metadata', 'name']),
          `NodePool \`${live.name}\`: its name ${problem}`,
          {
            help: 'It is not imported. A pool has the name of its NodePool, and names of pools are lower-case letters, digits and dashes.',
          },
        ),
      );
      return;
    }
    this.#nodePools.set(live.name, { ...live, known, nodeClassName: nodeClassRef.name });
  }

  #foreign(found: FoundObject, name: string, { group, kind }: NodeClassRef): void {
    const span = found.place.span(['spec', 'template', 'spec', 'nodeClassRef']);
    this.#foreignNodePools.set(name, { group, kind, span });
    this.#findings.push(
      finding('PW9305', span, `NodePool \`${name}\` is not imported: its nodes come from kind \`${kind}\``, {
        help: `Only node pools with an \`${this.#provider.nodeClassKind}\` of \`${this.#provider.apiGroup}\` can be imported.`,
      }),
    );
  }

  #nodeClass(found: FoundObject): void {
    const { adoption } = this.#provider;
    const object = this.#liveObject(found, this.#nodeClasses);
    if (object === undefined || adoption === undefined) return;
    const { live, spec } = object;
    const { spec: known, issues } = adoption.read(spec);
    const isSound = this.#judge(found, spec, { issues, pools: [] });
    if (!isSound || known === undefined) {
      this.#unreadNodeClasses.add(live.name);
      return;
    }
    const zones = adoption.zones(withoutNulls(found.raw['status'] as JsonValue));
    this.#nodeClasses.set(live.name, { ...live, known, zones });
  }

  #companion(found: FoundObject): boolean {
    // The node class of Karpenter's provider for Cluster API says nothing of its own.
    if (found.kind === 'ClusterAPINodeClass') return true;
    if (!COMPANIONS.has(found.kind)) return false;
    const object = this.#liveObject(found, new Map());
    if (object === undefined) return false;
    this.#companions.push({ found, live: object.live });
    return true;
  }

  /** What is no pool's is passed by. */
  #ownCompanions(machineDeployments: readonly LiveMachineDeployment[]): readonly PoolCompanion[] {
    const keyPrefixes = new Set([
      DEFAULT_KEY_PREFIX,
      ...machineDeployments.flatMap(({ keyPrefix }) => keyPrefix ?? []),
    ]);
    return this.#companions.flatMap(({ found, live }) => {
      const companion = poolCompanion(live, keyPrefixes);
      if (companion === undefined && !this.#others.has(found.kind)) this.#others.set(found.kind, found);
      return companion ?? [];
    });
  }

  #machineDeployment(found: FoundObject): void {
    const key = namespaced(found);
    const object = this.#liveObject(found, this.#machineDeployments, key);
    if (object !== undefined) this.#machineDeployments.set(key, object.live);
  }

  #template(found: FoundObject): void {
    const namespace = namespaceOf(found);
    const key = templateKey(found.kind, namespace, nameOf(found) ?? '');
    if (this.#templates.has(key)) return;
    const object = this.#liveObject(found, new Map(), key);
    if (object !== undefined) this.#templates.set(key, { kind: found.kind, object: object.live });
  }

  #liveObject(
    found: FoundObject,
    given: ReadonlyMap<string, LiveObject>,
    key = nameOf(found) ?? '',
  ): { readonly live: LiveObject; readonly spec: LocatedValue } | undefined {
    const { kind, place } = found;
    const spec = followPath(place.located, ['spec']).value;
    const name = nameOf(found);
    if (name === undefined || spec?.kind !== 'map') {
      const missing = name === undefined ? 'name' : '`spec`';
      this.#findings.push(
        finding('PW9302', place.span(['metadata']), `${titleOf(found)} has no ${missing}`, {
          help: 'It is not imported.',
        }),
      );
      return undefined;
    }
    const earlier = given.get(key);
    if (earlier !== undefined) {
      this.#findings.push(
        finding('PW9307', place.span(['metadata', 'name']), `${titleOf(found)} is given twice`, {
          related: [{ span: earlier.span(['metadata', 'name']), message: 'this one is imported' }],
          help: 'The second one is left out.',
        }),
      );
      return undefined;
    }
    const live: LiveObject = {
      kind,
      apiVersion: found.apiVersion,
      name,
      namespace: namespaceOf(found),
      ...ownMetadata(found.raw['metadata']),
      spec: withoutNulls(toPlain(spec)) as JsonMap,
      source: place.source,
      span: (path) => place.span(path),
    };
    return { live, spec };
  }

  /** Reports what a schema found. False if the object cannot be used. */
  #judge(found: FoundObject, spec: LocatedValue, { issues, pools }: Judged): boolean {
    const isSound = issues.every(({ code }) => code === 'unrecognized_keys');
    const help = isSound
      ? 'It is unknown here, so the definition cannot say it.'
      : `${titleOf(found)} is not imported.`;
    const problems = schemaDiagnostics(spec, issues, {
      codes: { unknownKey: 'PW9303', missingKey: 'PW9302', wrongType: 'PW9302', badValue: 'PW9302' },
      rootName: 'spec',
      rewrite: (problem) => ({
        ...problem,
        message: `${titleOf(found)}: ${problem.message}`,
        help: [problem.kind === 'unknown-key' ? undefined : problem.help, help]
          .filter((one) => one)
          .join(' '),
        fix: undefined,
      }),
    });
    this.#findings.push(...problems.map((diagnostic) => ({ diagnostic, pools })));
    return isSound;
  }
}

type NodeClassRef = NodePoolSpec['template']['spec']['nodeClassRef'];

interface Judged {
  readonly issues: readonly SchemaIssue[];
  readonly pools: readonly string[];
}

const COMPANIONS: ReadonlySet<string> = new Set(['CapacityQuota', 'MachineHealthCheck']);

/** What Karpenter makes itself. */
const GENERATED: ReadonlySet<string> = new Set(['NodeClaim', 'NodeOverlay', 'Machine']);

function isOfKarpenter({ apiVersion }: FoundObject, { apiGroup }: Provider): boolean {
  const [group = ''] = apiVersion.split('/');
  return group === 'karpenter.sh' || group === apiGroup;
}

function isMachineDeployment({ apiVersion, kind }: FoundObject): boolean {
  return kind === 'MachineDeployment' && /^cluster\.x-k8s\.io\/v1beta[12]$/.test(apiVersion);
}

/** Of machines, or of how they join. */
function isTemplate({ apiVersion, kind }: FoundObject, { adoption }: Provider): boolean {
  const [group = ''] = apiVersion.split('/');
  if (group === 'bootstrap.cluster.x-k8s.io') return BOOTSTRAP_KINDS.has(kind);
  return group === adoption?.machines.apiGroup && kind === adoption.machines.kind;
}

function namespaceOf({ raw }: FoundObject): string {
  const metadata = raw['metadata'];
  const namespace = isJsonMap(metadata) ? metadata['namespace'] : undefined;
  return typeof namespace === 'string' ? namespace : 'default';
}

function namespaced(found: FoundObject): string {
  return `${namespaceOf(found)}/${nameOf(found) ?? ''}`;
}

function nameOf({ raw }: FoundObject): string | undefined {
  const metadata = raw['metadata'];
  const name = isJsonMap(metadata) ? metadata['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function titleOf(found: FoundObject): string {
  return `${found.kind} \`${nameOf(found) ?? '?'}\``;
}
