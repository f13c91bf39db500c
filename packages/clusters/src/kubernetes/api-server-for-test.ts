import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { CERTIFICATE_FOR_TEST, KEY_FOR_TEST } from './certificate-for-test.ts';
import { SPEC_SCHEMAS, schemaProblems } from './crd-schemas-for-test.ts';

/** Any object of Kubernetes: tests look at its fields as they like. */
// biome-ignore lint/suspicious/noExplicitAny: whatever was written, it is what a test is about.
export type Anything = any;

/** A request as the API server understands it. */
export interface ServedRequest {
  verb: 'get' | 'list' | 'watch' | 'create' | 'patch' | 'delete';
  resource: string;
  name: string | null;
  /** Who asks, by its token. */
  token: string;
  body: Anything;
}

/** What goes wrong with a request. */
export type Fault =
  /** The connection ends: `after` the request has been done, its answer lost. */
  | { lose: 'before' | 'after' }
  | { refuse: { code: number; reason: string; message: string; retryAfter?: number } }
  /** Somebody else changes the object between reading and writing. */
  | { meddle: true }
  /** A watch tells that its version is too old. */
  | { expire: 'status' | 'event' };

const KINDS: Record<string, { kind: string; root: string }> = {
  secrets: { kind: 'Secret', root: '/api/v1' },
  clusters: { kind: 'Cluster', root: '/apis/postgresql.cnpg.io/v1' },
  poolers: { kind: 'Pooler', root: '/apis/postgresql.cnpg.io/v1' },
  backups: { kind: 'Backup', root: '/apis/postgresql.cnpg.io/v1' },
  scheduledbackups: { kind: 'ScheduledBackup', root: '/apis/postgresql.cnpg.io/v1' },
};
const BOOKMARK_EVERY_MS = 25;

/**
 * A stand-in for the Kubernetes API server: over HTTPS, with versions, conflicts, watches, finalizers, owners, permissions, and the
 * schemas of CloudNativePG. It knows the kinds and verbs that are used here, and refuses all others.
 */
export class ApiServer {
  readonly namespace = 'projects';
  /** Everything that was asked, in order. */
  readonly requests: ServedRequest[] = [];
  /** Asked of each request: what goes wrong with it. */
  fault: (request: ServedRequest) => Fault | undefined = () => undefined;
  /** What a webhook says to an object; null: it lets it in. May change the object. */
  admit: (plural: string, object: Anything, former: Anything | null) => string | null = () => null;
  /** Whether the kinds of CloudNativePG are there. */
  hasOperatorKinds = true;
  /** Who may do this. */
  permits: (request: ServedRequest) => boolean = () => true;
  readonly #objects = new Map<string, Anything>();
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #history: Change[] = [];
  #version = 1;
  #oldest = 0;
  #port = 0;
  #server: ReturnType<typeof createServer> | null = null;

  async start(): Promise<void> {
    const server = createServer({ key: KEY_FOR_TEST, cert: CERTIFICATE_FOR_TEST }, (request, response) => {
      void this.#serve(request, response).catch((error: unknown) => {
        response.destroy(error as Error);
      });
    });
    this.#server = server;
    await once(server.listen(0, '127.0.0.1'), 'listening');
    this.#port = (server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  /** A kubeconfig (YAML, of which JSON is a part) of somebody with this token. */
  kubeconfig(token: string): string {
    const server = `https://127.0.0.1:${this.#port}`;
    const authority = Buffer.from(CERTIFICATE_FOR_TEST).toString('base64');
    return JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'test', cluster: { server, 'certificate-authority-data': authority } }],
      users: [{ name: 'test', user: { token } }],
      contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
      'current-context': 'test',
    });
  }

  find(plural: string, name: string): Anything | null {
    return structuredClone(this.#objects.get(`${plural}/${name}`)) ?? null;
  }

  all(plural: string): Anything[] {
    return [...this.#objects]
      .filter(([key]) => key.startsWith(`${plural}/`))
      .map(([, object]) => structuredClone(object));
  }

  onChange(listener: (plural: string, object: Anything) => void): void {
    this.#changes.on('change', ({ plural, object }) => listener(plural, structuredClone(object)));
  }

  /** As a controller writes: the status too, over whatever is there. */
  put(plural: string, object: Anything): void {
    const present = this.#objects.get(`${plural}/${object.metadata.name}`);
    this.#write(plural, present ? 'MODIFIED' : 'ADDED', {
      ...object,
      kind: KINDS[plural]?.kind,
      metadata: {
        uid: randomUUID(),
        creationTimestamp: new Date().toISOString(),
        generation: 1,
        namespace: this.namespace,
        ...object.metadata,
      },
    });
  }

  /** Takes an object away for good, and what it owns. */
  drop(plural: string, name: string): void {
    const object = this.#objects.get(`${plural}/${name}`);
    if (!object) return;
    this.#objects.delete(`${plural}/${name}`);
    this.#tell(plural, 'DELETED', object);
    for (const [key, { metadata }] of [...this.#objects])
      if (metadata.ownerReferences?.some(({ uid }: Anything) => uid === object.metadata.uid))
        this.drop(key.split('/')[0]!, metadata.name);
  }

  /** Forgets what has happened until now: watches from before have to read anew. */
  compact(): void {
    this.#oldest = this.#version;
    this.#history = [];
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '', 'https://server');
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const request = readRequest(incoming, url, text === '' ? null : JSON.parse(text), this.namespace);
    if (request === null) return sendText(response, 404, '404 page not found\n');
    this.requests.push(request);
    const fault = this.fault(request);
    if (fault && 'lose' in fault && fault.lose === 'before') return void incoming.socket.destroy();
    if (fault && 'refuse' in fault) return refuse(response, fault.refuse);
    if (!incoming.headers.authorization?.startsWith('Bearer '))
      return refuse(response, { code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
    if (!this.permits(request)) return refuse(response, forbidden(request, this.namespace));
    if (request.resource !== 'secrets' && !this.hasOperatorKinds)
      return sendText(response, 404, '404 page not found\n');
    if (request.verb === 'watch') return this.#watch(request, url, response, fault);
    if (fault && 'meddle' in fault && request.name !== null) this.#meddle(request);
    try {
      const answer = this.#answer(request, url, incoming.headers['content-type'] ?? '');
      if (fault && 'lose' in fault) return void incoming.socket.destroy();
      send(response, request.verb === 'create' ? 201 : 200, answer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(response, error.answer);
    }
  }

  #answer(request: ServedRequest, url: URL, contentType: string): Anything {
    const { verb, resource: plural, name, body } = request;
    const key = `${plural}/${name}`;
    if (verb === 'list') {
      const labels = (url.searchParams.get('labelSelector') ?? '').split(',').filter(Boolean);
      const items = this.all(plural).filter(({ metadata }) =>
        labels.every((each) => metadata.labels?.[each.split('=')[0]!] === each.split('=')[1]),
      );
      return { kind: 'List', metadata: { resourceVersion: String(this.#version) }, items };
    }
    if (verb === 'create') {
      if (this.#objects.has(`${plural}/${body.metadata.name}`))
        throw new Refused(
          409,
          'AlreadyExists',
          `${resourceName(plural)} "${body.metadata.name}" already exists`,
        );
      const { status: _, ...object } = body;
      this.#check(plural, object, null, url);
      if (url.searchParams.get('dryRun') === 'All') return object;
      this.put(plural, object);
      return this.find(plural, body.metadata.name);
    }
    const present = this.#objects.get(key);
    if (!present) throw new Refused(404, 'NotFound', `${resourceName(plural)} "${name}" not found`);
    if (verb === 'get') return present;
    if (verb === 'delete') {
      const wanted = body?.preconditions?.uid;
      if (wanted !== undefined && wanted !== present.metadata.uid)
        throw new Refused(
          409,
          'Conflict',
          `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${present.metadata.uid}`,
        );
      if ((present.metadata.finalizers ?? []).length === 0) this.drop(plural, name!);
      else if (present.metadata.deletionTimestamp === undefined)
        this.put(plural, {
          ...present,
          metadata: { ...present.metadata, deletionTimestamp: new Date().toISOString() },
        });
      return { kind: 'Status', status: 'Success' };
    }
    if (contentType !== 'application/merge-patch+json')
      throw new Refused(415, 'UnsupportedMediaType', `the body of the request was in an unknown format`);
    const { uid, resourceVersion } = body.metadata;
    if (uid !== present.metadata.uid || resourceVersion !== present.metadata.resourceVersion)
      throw new Refused(
        409,
        'Conflict',
        `Operation cannot be fulfilled on ${resourceName(plural)} "${name}": the object has been modified; please apply your changes to the latest version and try again`,
      );
    const { status: _, ...change } = body;
    const next = mergePatch(present, change);
    this.#check(plural, next, present, url);
    if (JSON.stringify(next) === JSON.stringify(present)) return present;
    const isNewSpec = JSON.stringify(next.spec) !== JSON.stringify(present.spec);
    if (isNewSpec) next.metadata.generation = (present.metadata.generation ?? 1) + 1;
    this.put(plural, next);
    return this.find(plural, name!);
  }

  /** Validation and admission, as far as these kinds have them. */
  #check(plural: string, object: Anything, former: Anything | null, url: URL): void {
    const { name } = object.metadata;
    if (!/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(name) || name.length > 253)
      throw new Refused(422, 'Invalid', `${KINDS[plural]?.kind} "${name}" is invalid: metadata.name`);
    if (url.searchParams.get('fieldValidation') !== 'Strict')
      throw new Refused(400, 'BadRequest', 'the test asks for fieldValidation=Strict');
    const schema = SPEC_SCHEMAS[plural];
    const problems = schema ? schemaProblems(schema, object.spec, 'spec') : [];
    if (problems.length > 0)
      throw new Refused(
        422,
        'Invalid',
        `${KINDS[plural]?.kind}.postgresql.cnpg.io "${name}" is invalid: ${problems.join(', ')}`,
      );
    const denial = this.admit(plural, object, former);
    if (denial !== null)
      throw new Refused(
        403,
        'Forbidden',
        `admission webhook "vcluster.cnpg.io" denied the request: ${denial}`,
      );
  }

  #watch(request: ServedRequest, url: URL, response: ServerResponse, fault: Fault | undefined): void {
    const from = Number(url.searchParams.get('resourceVersion'));
    const name = (url.searchParams.get('fieldSelector') ?? '').replace('metadata.name=', '');
    const expired = { code: 410, reason: 'Expired', message: `too old resource version: ${from}` };
    if (fault && 'expire' in fault && fault.expire === 'status') {
      refuse(response, expired);
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    const tell = (type: string, object: Anything) => response.write(`${JSON.stringify({ type, object })}\n`);
    if (from < this.#oldest || (fault && 'expire' in fault)) {
      tell('ERROR', { kind: 'Status', status: 'Failure', ...expired });
      response.end();
      return;
    }
    const pass = ({ version, type, plural, object }: Change) => {
      if (version > from && plural === request.resource && object.metadata.name === name) tell(type, object);
    };
    for (const each of this.#history) pass(each);
    this.#changes.on('change', pass);
    const bookmarks = setInterval(() => {
      tell('BOOKMARK', { metadata: { resourceVersion: String(this.#version) } });
    }, BOOKMARK_EVERY_MS);
    response.once('close', () => {
      clearInterval(bookmarks);
      this.#changes.off('change', pass);
    });
    if (fault && 'lose' in fault) setTimeout(() => response.destroy(), 5);
  }

  #meddle({ resource, name }: ServedRequest): void {
    const present = this.find(resource, name!);
    if (present === null) return;
    const { annotations = {} } = present.metadata;
    const meddled = { ...annotations, 'test/meddled': String(this.#version) };
    this.put(resource, { ...present, metadata: { ...present.metadata, annotations: meddled } });
  }

  #write(plural: string, type: string, object: Anything): void {
    const written = structuredClone(object);
    const { metadata } = written;
    if (metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0) {
      this.drop(plural, metadata.name);
      return;
    }
    this.#objects.set(`${plural}/${metadata.name}`, written);
    this.#tell(plural, type, written);
  }

  #tell(plural: string, type: string, object: Anything): void {
    this.#version += 1;
    object.metadata.resourceVersion = String(this.#version);
    const change = { version: this.#version, type, plural, object: structuredClone(object) };
    this.#history.push(change);
    this.#changes.emit('change', change);
  }
}

interface Change {
  version: number;
  type: string;
  plural: string;
  object: Anything;
}

class Refused extends Error {
  readonly answer: { code: number; reason: string; message: string };

  constructor(code: number, reason: string, message: string) {
    super(message);
    this.answer = { code, reason, message };
  }
}

function readRequest(
  { method, headers }: IncomingMessage,
  url: URL,
  body: Anything,
  namespace: string,
): ServedRequest | null {
  for (const [plural, { root }] of Object.entries(KINDS)) {
    const prefix = `${root}/namespaces/${namespace}/${plural}`;
    if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) continue;
    const name = url.pathname.slice(prefix.length + 1) || null;
    const isWatch = url.searchParams.get('watch') === 'true';
    const verbs = {
      GET: name !== null ? 'get' : isWatch ? 'watch' : 'list',
      POST: 'create',
      PATCH: 'patch',
      DELETE: 'delete',
    } as const;
    const verb = verbs[method as keyof typeof verbs];
    const token = (headers.authorization ?? '').replace('Bearer ', '');
    return verb === undefined ? null : { verb, resource: plural, name, token, body };
  }
  return null;
}

function forbidden({ verb, resource }: ServedRequest, namespace: string) {
  const group = resource === 'secrets' ? '' : 'postgresql.cnpg.io';
  return {
    code: 403,
    reason: 'Forbidden',
    message: `${resourceName(resource)} is forbidden: User "test" cannot ${verb} resource "${resource}" in API group "${group}" in the namespace "${namespace}"`,
  };
}

function resourceName(plural: string): string {
  return plural === 'secrets' ? plural : `${plural}.postgresql.cnpg.io`;
}

function mergePatch(target: Anything, patch: Anything): Anything {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return structuredClone(patch);
  const isObject = typeof target === 'object' && target !== null && !Array.isArray(target);
  const result: Anything = isObject ? structuredClone(target) : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = mergePatch(result[key], value);
  }
  return result;
}

function refuse(
  response: ServerResponse,
  { retryAfter, ...answer }: { code: number; reason: string; message: string; retryAfter?: number },
): void {
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
  send(response, answer.code, { kind: 'Status', apiVersion: 'v1', status: 'Failure', ...answer });
}

function send(response: ServerResponse, code: number, body: Anything): void {
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendText(response: ServerResponse, code: number, body: string): void {
  response.writeHead(code, { 'content-type': 'text/plain' }).end(body);
}
