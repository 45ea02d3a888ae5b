import { Agent, request } from 'node:https';

/** An object as JSON. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly resourceVersion?: string;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

/** What the API server says of an object. */
export interface Verdict {
  readonly admitted: boolean;
  /** Of HTTP. */
  readonly status: number;
  /** One for each thing that is wrong; empty where the server gives one message only. */
  readonly causes: readonly Cause[];
  /** The server's own words; empty if it admits the object. */
  readonly message: string;
  /** As it would be, or is, stored; of admitted ones. */
  readonly object?: Manifest;
}

export interface Cause {
  /** `spec.template.spec.requirements[0].key` */
  readonly field: string;
  /** `FieldValueInvalid` */
  readonly reason: string;
  readonly message: string;
}

export interface Access {
  /** `https://127.0.0.1:6443` */
  readonly server: string;
  readonly token: string;
  /** The server's certificate, PEM. */
  readonly certificate: string;
}

export interface ApplyOptions {
  /** Whose fields the object's are. Default `poolwright`. */
  readonly fieldManager?: string;
  /** Takes fields of other managers over. */
  readonly force?: boolean;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** At most this many requests at a time; more of them makes the server no faster. */
const IN_FLIGHT = 8;

/** A Kubernetes API server over plain HTTP: no client library stands between a test and the verdict. */
export class ApiServer {
  readonly #access: Access;
  readonly #agent: Agent;
  /** By `apiVersion`, then kind. */
  readonly #resources = new Map<string, Promise<ReadonlyMap<string, Resource>>>();

  constructor(access: Access) {
    this.#access = access;
    this.#agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT, ca: access.certificate });
  }

  /** Asks what an apply would do, with strict field validation; stores nothing. */
  async dryRunApply(object: Manifest, options: ApplyOptions = {}): Promise<Verdict> {
    return this.#apply(object, { ...options, dryRun: true });
  }

  /** Server-side apply, with strict field validation. */
  async apply(object: Manifest, options: ApplyOptions = {}): Promise<Verdict> {
    return this.#apply(object, { ...options, dryRun: false });
  }

  /** Whether the server knows the object's kind in its version. */
  async knows(object: Pick<Manifest, 'apiVersion' | 'kind'>): Promise<boolean> {
    return (await this.#resourcesOf(object.apiVersion)).has(object.kind);
  }

  /** Creates it; a verdict with status 409 says that it exists. */
  async create(object: Manifest, options: { readonly dryRun?: boolean } = {}): Promise<Verdict> {
    const query = `?fieldValidation=Strict&fieldManager=poolwright${options.dryRun === true ? '&dryRun=All' : ''}`;
    return verdict(await this.#send('POST', (await this.#collection(object)) + query, object));
  }

  async replace(object: Manifest, options: { readonly dryRun?: boolean } = {}): Promise<Verdict> {
    const query = `?fieldValidation=Strict&fieldManager=poolwright${options.dryRun === true ? '&dryRun=All' : ''}`;
    return verdict(await this.#send('PUT', (await this.#path(object)) + query, object));
  }

  /** The object as it is stored; undefined if there is none. */
  async get(object: ObjectName): Promise<Manifest | undefined> {
    const { status, text } = await this.#send('GET', await this.#path(object));
    if (status === 404) return undefined;
    return JSON.parse(successful({ status, text })) as Manifest;
  }

  /** All of a kind, in one namespace or in all. */
  async list(kind: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly namespace?: string;
  }): Promise<readonly Manifest[]> {
    const { plural } = await this.#resource(kind);
    const inside = kind.namespace === undefined ? '' : `/namespaces/${kind.namespace}`;
    const text = successful(await this.#send('GET', `${root(kind.apiVersion)}${inside}/${plural}`));
    const { items } = JSON.parse(text) as { items: Manifest[] };
    // Items of a list do not say what they are.
    return items.map((item) => ({ ...item, apiVersion: kind.apiVersion, kind: kind.kind }));
  }

  /** Merges into the object (RFC 7396), or into its status. */
  async patch(
    object: ObjectName,
    change: object,
    options: { readonly subresource?: 'status' } = {},
  ): Promise<Verdict> {
    const path = `${await this.#path(object)}${options.subresource === undefined ? '' : `/${options.subresource}`}`;
    return verdict(await this.#send('PATCH', path, change, 'application/merge-patch+json'));
  }

  /** Removes the object if it is there. */
  async remove(object: ObjectName): Promise<void> {
    const answer = await this.#send('DELETE', await this.#path(object));
    if (answer.status !== 404) successful(answer);
  }

  /** Whether `path` is answered with success; never throws. */
  async ready(path = '/readyz'): Promise<boolean> {
    try {
      return (await this.#send('GET', path)).status === 200;
    } catch {
      return false;
    }
  }

  /** Closes connections that are kept. */
  close(): void {
    this.#agent.destroy();
  }

  async #apply(object: Manifest, options: ApplyOptions & { readonly dryRun: boolean }): Promise<Verdict> {
    const query = new URLSearchParams({
      fieldManager: options.fieldManager ?? 'poolwright',
      fieldValidation: 'Strict',
      force: String(options.force === true),
      ...(options.dryRun ? { dryRun: 'All' } : {}),
    });
    const path = `${await this.#path(object)}?${query}`;
    return verdict(await this.#send('PATCH', path, object, 'application/apply-patch+yaml'));
  }

  async #path(object: ObjectName): Promise<string> {
    return `${await this.#collection(object)}/${object.metadata.name}`;
  }

  async #collection(object: ObjectName): Promise<string> {
    const { plural, namespaced } = await this.#resource(object);
    const { namespace } = object.metadata;
    if (namespaced && namespace === undefined) {
      throw new Error(`${object.kind}/${object.metadata.name} has no namespace`);
    }
    return `${root(object.apiVersion)}${namespaced ? `/namespaces/${namespace}` : ''}/${plural}`;
  }

  async #resource({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }) {
    const resource = (await this.#resourcesOf(apiVersion)).get(kind);
    if (resource === undefined) throw new Error(`the server knows no ${kind} of ${apiVersion}`);
    return resource;
  }

  #resourcesOf(apiVersion: string): Promise<ReadonlyMap<string, Resource>> {
    const known = this.#resources.get(apiVersion) ?? this.#discover(apiVersion);
    this.#resources.set(apiVersion, known);
    return known;
  }

  async #discover(apiVersion: string): Promise<ReadonlyMap<string, Resource>> {
    const { status, text } = await this.#send('GET', root(apiVersion));
    if (status === 404) return new Map();
    const { resources } = JSON.parse(successful({ status, text })) as {
      resources: { name: string; kind: string; namespaced: boolean }[];
    };
    const own = resources.filter(({ name }) => !name.includes('/'));
    return new Map(own.map(({ kind, name, namespaced }) => [kind, { plural: name, namespaced }]));
  }

  async #send(method: string, path: string, body?: object, type?: string): Promise<Answer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    try {
      return await this.#sendOnce({ method, path, text, type });
    } catch (error) {
      // The server may have closed a kept connection in the meantime; it has not read the request then.
      if (!(error instanceof ClosedMeanwhile)) throw error;
      return this.#sendOnce({ method, path, text, type });
    }
  }

  #sendOnce({ method, path, text, type = 'application/json' }: Sending): Promise<Answer> {
    const { server, token } = this.#access;
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json', 'content-type': type };
      const sent = request(`${server}${path}`, { method, headers, agent: this.#agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        const closed = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        reject(closed ? new ClosedMeanwhile('the connection was closed', { cause: error }) : error);
      });
      // An apply is read as YAML, which JSON is too.
      sent.end(text);
    });
  }
}

class ClosedMeanwhile extends Error {}

interface Sending {
  readonly method: string;
  readonly path: string;
  readonly text: string | undefined;
  readonly type: string | undefined;
}

/** What an object is found by. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

interface Resource {
  readonly plural: string;
  readonly namespaced: boolean;
}

function root(apiVersion: string): string {
  return apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

function verdict({ status, text }: Answer): Verdict {
  if (status >= 200 && status < 300) {
    return { admitted: true, status, causes: [], message: '', object: JSON.parse(text) as Manifest };
  }
  const { message, details } = said(text);
  const causes = (details?.causes ?? []).map(({ field, reason, message }) => ({
    field: field ?? '',
    reason: reason ?? '',
    message: message ?? '',
  }));
  return { admitted: false, status, causes, message: message ?? text };
}

interface Status {
  readonly message?: string;
  readonly details?: { readonly causes?: readonly Partial<Cause>[] };
}

function said(text: string): Status {
  try {
    return JSON.parse(text) as Status;
  } catch {
    return {};
  }
}

function successful({ status, text }: Answer): string {
  if (status >= 200 && status < 300) return text;
  throw new Error(`the API server answered ${status}: ${said(text).message ?? text}`);
}
