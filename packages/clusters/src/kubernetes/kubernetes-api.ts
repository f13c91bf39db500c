import type { KubeConfig, RequestContext } from '@kubernetes/client-node';
import { apiVersionOf, KINDS, type KindName, type KubernetesObject, resourceOf } from './kinds.ts';
import { type Asked, NoAnswerError, type Refusal, RefusedError } from './refusals.ts';

const ANSWER_WITHIN_MS = 30_000;
/** A watch is asked to end itself and begun anew: connections that middle boxes have forgotten are not noticed otherwise. */
const WATCH_SECONDS = 240;
const LONGEST_ANSWER = 16 * 1024 * 1024;

export interface WatchEvent {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  object: KubernetesObject & Partial<Refusal>;
}

/** The part of the official client that is used. It takes half a second and some memory to load, so nobody else loads it. */
export type KubernetesClient = typeof import('@kubernetes/client-node');

/** Where Kubernetes is, and as whom it is asked. */
export interface KubernetesAccess {
  client: KubernetesClient;
  config: KubeConfig;
  namespace: string;
}

/**
 * Loads the official client with a kubeconfig.
 * @param kubeconfig path of a file; null: as a pod of the cluster, with its service account
 * @param context of the file; null: its current one
 * @throws {Error} what is wrong with the file, in the client's words
 */
export async function openAccess(
  kubeconfig: string | null,
  context: string | null,
  namespace: string,
): Promise<KubernetesAccess> {
  const client = await import('@kubernetes/client-node');
  const config = new client.KubeConfig();
  if (kubeconfig === null) config.loadFromCluster();
  else config.loadFromFile(kubeconfig);
  if (context !== null) config.setCurrentContext(context);
  if (config.getCurrentCluster() === null)
    throw new Error(`The kubeconfig has no context "${config.getCurrentContext()}" with a cluster.`);
  return { client, config, namespace };
}

/**
 * The API server, for objects of some kinds in one namespace. Each method is one request. Nothing is repeated here: who asks knows
 * whether that is safe. The client finds the server, proves who asks and keeps connections; its own calls tell too little of refusals.
 */
export class KubernetesApi {
  readonly #access: KubernetesAccess;
  readonly #http: InstanceType<KubernetesClient['IsomorphicFetchHttpLibrary']>;

  constructor(access: KubernetesAccess) {
    this.#access = access;
    this.#http = new access.client.IsomorphicFetchHttpLibrary();
  }

  get namespace(): string {
    return this.#access.namespace;
  }

  /** Null: there is none. */
  async get<T extends KubernetesObject>(kind: KindName, name: string): Promise<T | null> {
    try {
      return (await this.#ask('get', kind, { name })) as T;
    } catch (error) {
      if (isMissing(error, name)) return null;
      throw error;
    }
  }

  /** All that have a label. `resourceVersion`: where to watch from. */
  async list<T extends KubernetesObject>(
    kind: KindName,
    labelSelector: string,
  ): Promise<{ items: T[]; resourceVersion: string }> {
    const { items, metadata } = (await this.#ask('list', kind, { query: { labelSelector } })) as {
      items: T[];
      metadata: { resourceVersion: string };
    };
    return { items, resourceVersion: metadata.resourceVersion };
  }

  /** Makes an object that must not be there. Fields that the server does not know are refused, not dropped. */
  async create<T extends KubernetesObject>(kind: KindName, object: T): Promise<T> {
    return (await this.#create(kind, object, {})) as T;
  }

  /** Asks whether an object could be made, which it is not. Refused as {@link create} would be. */
  async tryCreate(kind: KindName, object: KubernetesObject): Promise<void> {
    await this.#create(kind, object, { dryRun: 'All' });
  }

  #create(kind: KindName, object: KubernetesObject, query: Record<string, string>): Promise<unknown> {
    const body = { ...object, apiVersion: apiVersionOf(kind), kind: KINDS[kind].kind };
    return this.#ask('create', kind, { query: { ...WRITING, ...query }, body });
  }

  /**
   * Changes some fields of the object in the state that was read: another one since is a conflict.
   * @param change as a merge patch: null takes a field away
   */
  async patch<T extends KubernetesObject>(
    kind: KindName,
    { metadata }: KubernetesObject,
    change: Record<string, unknown>,
  ): Promise<T> {
    const { name, uid, resourceVersion } = metadata;
    const meta = (change.metadata ?? {}) as object;
    const body = { ...change, metadata: { ...meta, uid, resourceVersion } };
    return (await this.#ask('patch', kind, { name, query: WRITING, body })) as T;
  }

  /** Deletes the object that was read, and what it owns in its own time. Another one of its name is a conflict. */
  async delete(kind: KindName, { metadata: { name, uid } }: KubernetesObject): Promise<void> {
    const body = { preconditions: { uid }, propagationPolicy: 'Background' };
    await this.#ask('delete', kind, { name, body }).catch((error: unknown) => {
      if (!isMissing(error, name)) throw error;
    });
  }

  /** What happens to one object from a version on, until the server ends it. */
  async *watch(
    kind: KindName,
    name: string,
    resourceVersion: string,
    signal: AbortSignal,
  ): AsyncGenerator<WatchEvent, void> {
    const query = {
      watch: 'true',
      fieldSelector: `metadata.name=${name}`,
      resourceVersion,
      allowWatchBookmarks: 'true',
      timeoutSeconds: String(WATCH_SECONDS),
    };
    const patience = AbortSignal.any([signal, AbortSignal.timeout((WATCH_SECONDS + 30) * 1000)]);
    const response = await this.#send('watch', kind, { query, signal: patience });
    if (response.status !== 200) throw refused(response, await response.text(), this.#asked('watch', kind));
    yield* eventsOf(response.stream());
  }

  async #ask(verb: Asked['verb'], kind: KindName, options: AskOptions): Promise<unknown> {
    const response = await this.#send(verb, kind, {
      ...options,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    let text: string;
    try {
      text = await response.text();
    } catch (error) {
      throw new NoAnswerError('The answer broke off.', { cause: error });
    }
    if (response.status >= 300) throw refused(response, text, this.#asked(verb, kind));
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new NoAnswerError('The answer was cut.', { cause: error });
    }
  }

  async #send(
    verb: Asked['verb'],
    kind: KindName,
    { name, query, body, signal }: AskOptions & { signal: AbortSignal },
  ): Promise<Response> {
    const request = this.#request(verb, kind, name, query);
    if (body !== undefined) {
      request.setHeaderParam('Content-Type', verb === 'patch' ? MERGE_PATCH : 'application/json');
      request.setBody(JSON.stringify(body));
    }
    request.setHeaderParam('Accept', 'application/json');
    request.setSignal(signal);
    // What is wrong with the credentials is told as it is: it says which program or file is at fault.
    await this.#access.config.applySecurityAuthentication(request);
    try {
      const { httpStatusCode, headers, body: answer } = await this.#http.send(request).toPromise();
      const { text, stream } = answer as unknown as Pick<Response, 'text' | 'stream'>;
      return { status: httpStatusCode, headers, text, stream };
    } catch (error) {
      throw new NoAnswerError('No answer.', { cause: error });
    }
  }

  #request(
    verb: Asked['verb'],
    kind: KindName,
    name: string | undefined,
    query: Record<string, string> = {},
  ): RequestContext {
    const { client, config, namespace } = this.#access;
    const { group, version, plural } = KINDS[kind];
    const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const path = `${root}/namespaces/${encodeURIComponent(namespace)}/${plural}${name ? `/${encodeURIComponent(name)}` : ''}`;
    const url = new URL(`${config.getCurrentCluster()?.server.replace(/\/$/, '')}${path}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    return new client.RequestContext(url.href, METHODS[verb] as InstanceType<never>);
  }

  #asked(verb: Asked['verb'], kind: KindName): Asked {
    return { verb, resource: resourceOf(kind), namespace: this.namespace };
  }
}

interface AskOptions {
  name?: string;
  query?: Record<string, string>;
  body?: unknown;
}

interface Response {
  status: number;
  headers: Record<string, string>;
  text(): Promise<string>;
  stream(): ReadableStream<Uint8Array>;
}

const MERGE_PATCH = 'application/merge-patch+json';
const WRITING = { fieldManager: 'basalt', fieldValidation: 'Strict' };
const METHODS = { get: 'GET', list: 'GET', watch: 'GET', create: 'POST', patch: 'PATCH', delete: 'DELETE' };

function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof RefusedError) || error.refusal.code !== 404) return false;
  return error.refusal.reason === 'NotFound' && error.refusal.message.includes(`"${name}" not found`);
}

function refused({ status, headers }: Response, text: string, asked: Asked): RefusedError {
  const seconds = Number(headers['retry-after']);
  const retryAfterMs = headers['retry-after'] !== undefined && seconds >= 0 ? seconds * 1000 : null;
  let said: { reason?: unknown; message?: unknown } = {};
  try {
    said = JSON.parse(text) ?? {};
  } catch {
    // A proxy has answered, or the server before it was ready.
  }
  return new RefusedError(
    {
      code: status,
      reason: typeof said.reason === 'string' ? said.reason : '',
      message: typeof said.message === 'string' ? said.message : text,
      retryAfterMs,
    },
    asked,
  );
}

/** One JSON object a line. What breaks off in the middle is as good as an end. */
async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<WatchEvent, void> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of stream) {
      rest += decoder.decode(chunk, { stream: true });
      if (rest.length > LONGEST_ANSWER) return;
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as WatchEvent;
    }
  } catch {
    return;
  }
}
