/** The network, the clock and chance, which `cli` brings along, so that a test can play all of them. */
export interface Transport {
  /** As the built-in `fetch`; it gives up by itself after a while and throws then. Must not follow redirects by itself if told so. */
  readonly fetch: (url: string, request: TransportRequest) => Promise<Response>;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
}

export interface TransportRequest {
  readonly method: HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly redirect: 'manual';
}

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
