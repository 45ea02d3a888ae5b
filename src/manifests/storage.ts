import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../diagnostics/span.ts';
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '../kubernetes/api/storage.ts';
import type { WorkloadPod } from '../model/workloads.ts';
import { readKind } from './cluster-objects.ts';
import type { MadeClaim } from './made-claims.ts';
import type { Inventory } from './inventory.ts';
import { objectKey } from './kube-object.ts';
import { persistentVolume, persistentVolumeClaim, storageClass } from './schemas/cluster.ts';

type Report = (found: Diagnostic) => void;

export interface Storage {
  readonly persistentVolumeClaims: readonly PersistentVolumeClaim[];
  readonly persistentVolumes: readonly PersistentVolume[];
  readonly storageClasses: readonly StorageClass[];
}

export interface StorageInput {
  readonly inventory: Inventory;
  readonly pods: readonly WorkloadPod[];
  /** Claims that StatefulSets make. */
  readonly made: readonly MadeClaim[];
}

/** A claim, and where its storage class is or would be written. */
interface PlacedClaim {
  readonly claim: PersistentVolumeClaim;
  readonly span: () => Span;
}

/** Claims, given or to be made with their pods, and what they refer to. */
export function readStorage({ inventory, pods, made }: StorageInput, report: Report): Storage {
  const volumes = readKind(inventory, 'PersistentVolume', persistentVolume, report).map(({ data }) => data);
  const classes = readKind(inventory, 'StorageClass', storageClass, report);
  const book = new ClassBook(
    classes.map(({ data }) => data),
    // A dump with classes has all of them.
    classes.some(({ object }) => object.isLive) ? 'complete' : 'partial',
    report,
  );
  const names = new Set(volumes.map(({ metadata }) => metadata.name));
  const claims = placedClaims({ inventory, pods, made }, report).map(({ claim, span }) =>
    withClass(bound(claim, names), book, span),
  );
  return { persistentVolumeClaims: claims, persistentVolumes: volumes, storageClasses: book.classes };
}

/** Sorted by namespace and name. What is given comes before what would be made. */
function placedClaims({ inventory, pods, made }: StorageInput, report: Report): PlacedClaim[] {
  const claims = new Map<string, PlacedClaim>();
  const add = (placed: PlacedClaim) => {
    const { namespace, name } = placed.claim.metadata;
    const key = objectKey(namespace, name);
    if (!claims.has(key)) claims.set(key, placed);
  };
  for (const { object, data } of readKind(
    inventory,
    'PersistentVolumeClaim',
    persistentVolumeClaim,
    report,
  )) {
    const claim =
      object.isLive || data.status?.phase !== undefined ? data : { ...data, status: { phase: 'Pending' } };
    add({ claim, span: () => object.place.span(['spec', 'storageClassName']) });
  }
  for (const { claim, controller, path } of made) {
    add({ claim, span: () => controller.object.place.span([...path, 'spec', 'storageClassName']) });
  }
  for (const pod of pods) for (const placed of ephemeralClaims(pod)) add(placed);
  return [...claims].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, placed]) => placed);
}

/** Kubernetes makes a claim `<pod>-<volume>` for each ephemeral volume of a pod. */
function ephemeralClaims({ name, namespace, template }: WorkloadPod): PlacedClaim[] {
  return (template.spec.volumes ?? []).flatMap((volume, i) => {
    const wanted = volume.ephemeral?.volumeClaimTemplate;
    if (wanted === undefined) return [];
    const pointer = `/spec/volumes/${i}/ephemeral/volumeClaimTemplate/spec/storageClassName`;
    return [
      {
        claim: {
          metadata: { name: `${name}-${volume.name}`, namespace },
          spec: wanted.spec,
          status: { phase: 'Pending' },
        },
        span: () => template.locate(pointer),
      },
    ];
  });
}

const BOUND = 'pv.kubernetes.io/bind-completed';

/** A claim that names a volume is bound to it as soon as both exist. */
function bound(claim: PersistentVolumeClaim, volumes: ReadonlySet<string>): PersistentVolumeClaim {
  const { metadata, spec } = claim;
  if (metadata.uid !== undefined || !volumes.has(spec?.volumeName ?? '')) return claim;
  return {
    ...claim,
    metadata: { ...metadata, annotations: { ...metadata.annotations, [BOUND]: 'yes' } },
    status: { phase: 'Bound' },
  };
}

/** With the default class where none is given, as the API server adds it. */
function withClass(claim: PersistentVolumeClaim, book: ClassBook, span: () => Span): PersistentVolumeClaim {
  const { storageClassName, volumeName = '' } = claim.spec ?? {};
  if (volumeName !== '' || storageClassName === '') return claim;
  const name = book.resolve(storageClassName, span);
  return name === undefined || name === storageClassName
    ? claim
    : { ...claim, spec: { ...claim.spec, storageClassName: name } };
}

const DEFAULT_MARKS = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

/** What the default class is called where none is known. */
const UNKNOWN_DEFAULT = 'default';

/** The storage classes of the cluster, and those that manifests take for granted. */
class ClassBook {
  readonly #given: ReadonlyMap<string, StorageClass>;
  readonly #assumed = new Map<string, StorageClass>();
  readonly #extent: 'complete' | 'partial';
  readonly #default: string | undefined;
  readonly #report: Report;

  constructor(given: readonly StorageClass[], extent: 'complete' | 'partial', report: Report) {
    this.#given = new Map(given.map((one) => [one.metadata.name, one]));
    this.#extent = extent;
    this.#default = defaultOf(given);
    this.#report = report;
  }

  get classes(): readonly StorageClass[] {
    return [...this.#given.values(), ...this.#assumed.values()];
  }

  /** The class that a claim gets; undefined if the cluster has none for it. */
  resolve(wanted: string | undefined, span: () => Span): string | undefined {
    const name = wanted ?? this.#default ?? (this.#extent === 'partial' ? UNKNOWN_DEFAULT : undefined);
    if (
      name === undefined ||
      this.#extent === 'complete' ||
      this.#given.has(name) ||
      this.#assumed.has(name)
    ) {
      return name;
    }
    this.#assumed.set(name, { metadata: { name }, volumeBindingMode: 'WaitForFirstConsumer' });
    const what = wanted === undefined ? 'the default storage class' : `the storage class \`${name}\``;
    this.#report(
      diagnostic('PW7031', span(), `${what} is not given; its volumes are assumed to follow their pods`, {
        help: 'Give the StorageClass (`kubectl get storageclasses -o json`) if it binds at once or is tied to zones.',
      }),
    );
    return name;
  }
}

/** Of several defaults the youngest counts, then the first name. */
function defaultOf(classes: readonly StorageClass[]): string | undefined {
  const marked = classes.filter(({ metadata }) =>
    DEFAULT_MARKS.some((mark) => metadata.annotations?.[mark] === 'true'),
  );
  const created = ({ metadata }: StorageClass) => metadata.creationTimestamp ?? '';
  return marked.toSorted((a, b) => (created(a) < created(b) ? 1 : created(a) > created(b) ? -1 : 0))[0]
    ?.metadata.name;
}
