// Runs in Deno: waits for one function, loads it and answers its requests on a Unix socket.
import { closeOff } from './close-off.ts';

/** What is told of the function, as one JSON text on the standard input: nothing of it is there when the process starts. */
interface Start {
  /** File URL of what was deployed as its entrypoint. */
  entrypoint: string;
  /** Variables and secrets of the project. */
  environment: Record<string, string>;
  /** The project's API: the URL that everybody uses, and the path to it behind the socket that leads there from here. */
  api: { url: string; path: string };
  /** The name under which drivers ask for the project's database. */
  databaseHost: string;
  /** Whether it may use Node's sockets, which take longer to load than all the rest of this. */
  usesNodeSockets: boolean;
}

type Handler = (request: Request, info: unknown) => Response | Promise<Response>;

/** The folder of sockets: the one that the function answers on, and those that lead to its project. */
const door = Deno.args[0] ?? '';
/** Whether it waits for a function that is not known yet. */
const isSpare = Deno.args[1] === 'spare';
const stdout = Deno.stdout;
const encoder = new TextEncoder();
const pending = new Set<Promise<unknown>>();
const realServe = Deno.serve;

/** One line for whoever started us. Written at once, so that what a function says before it ends is not lost. */
function tell(message: Record<string, unknown>): void {
  const bytes = encoder.encode(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < bytes.length; ) at += stdout.writeSync(bytes.subarray(at));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : Deno.inspect(value, { colors: false, depth: 6 });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : textOf(error);
}

function tellThrown(error: unknown): void {
  tell({ level: 'error', thrown: true, message: describe(error) });
}

for (const [method, level] of [
  ['log', 'log'],
  ['info', 'info'],
  ['debug', 'debug'],
  ['warn', 'warning'],
  ['error', 'error'],
  ['trace', 'debug'],
] as const)
  console[method] = (...values: unknown[]) => tell({ level, message: values.map(textOf).join(' ') });

/** Everything that comes on the standard input until it is closed. */
async function readInput(): Promise<string> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65_536);
  let text = '';
  for (;;) {
    const length = await Deno.stdin.read(buffer);
    if (length === null) return text + decoder.decode();
    text += decoder.decode(buffer.subarray(0, length), { stream: true });
  }
}

/**
 * Requests for the project's own API go through the door: the way over the network is closed to this machine's addresses.
 * @param client goes to the socket of the API, whatever it is asked for
 */
function leadHome(client: unknown, api: Start['api']): void {
  const home = new URL(api.url);
  const base = home.pathname.replace(/\/$/, '');
  const inside = (input: string | URL): string | null => {
    const url = URL.canParse(String(input)) ? new URL(input) : null;
    if (url === null || url.host !== home.host) return null;
    if (base !== '' && url.pathname !== base && !url.pathname.startsWith(`${base}/`)) return null;
    const scheme = url.protocol.startsWith('ws') ? 'ws' : 'http';
    return `${scheme}://project.internal${api.path}${url.pathname.slice(base.length)}${url.search}`;
  };
  const realFetch = globalThis.fetch;
  globalThis.fetch = (input: string | URL | Request, init?: RequestInit) => {
    const at = inside(input instanceof Request ? input.url : input);
    if (at === null) return realFetch(input, init);
    const request = input instanceof Request ? new Request(at, input) : at;
    return realFetch(request, { ...init, client } as RequestInit);
  };
  const RealWebSocket = globalThis.WebSocket;
  globalThis.WebSocket = class extends RealWebSocket {
    constructor(url: string | URL, options?: string | string[] | object) {
      const at = inside(String(url).replace(/^http/, 'ws'));
      if (at === null) super(url, options as string[]);
      else super(at, { protocols: options ?? [], client } as never);
    }
  };
}

/** The same for connections to the project's database, whatever driver makes them. */
async function leadToDatabase(host: string, usesNodeSockets: boolean): Promise<void> {
  const path = `${door}/.s.PGSQL.5432`;
  const realConnect = Deno.connect;
  const connect = (options: { hostname?: string }) =>
    realConnect(options.hostname === host ? { transport: 'unix', path } : options);
  Object.defineProperty(Deno, 'connect', { value: connect, configurable: true });
  if (!usesNodeSockets) return;
  const { Socket } = await import('node:net');
  const realSocketConnect = Socket.prototype.connect as (...args: unknown[]) => unknown;
  Object.defineProperty(Socket.prototype, 'connect', {
    value(...args: unknown[]) {
      return realSocketConnect.apply(this, hostOf(args) === host ? [{ path }, args.at(-1)] : args);
    },
    configurable: true,
    writable: true,
  });
}

/** Where a socket of Node is to connect: it takes options, options in a list, or port and host. */
function hostOf([first, second]: unknown[]): unknown {
  const options = Array.isArray(first) ? first[0] : first;
  return typeof options === 'object' && options !== null ? (options as { host?: unknown }).host : second;
}

/** Deno gives requests of a Unix socket an address of its own kind; functions expect the one that was asked. */
function withPublicUrl(request: Request): Request {
  const scheme = request.headers.get('x-forwarded-proto') ?? 'http';
  Object.defineProperty(request, 'url', { value: request.url.replace(/^http\+unix:/, `${scheme}:`) });
  return request;
}

function serve(handler: Handler): unknown {
  return realServe(
    {
      transport: 'unix',
      path: `${door}/listen/function.sock`,
      onListen: () => tell({ ready: true }),
    },
    async (request: Request, info: unknown) => {
      try {
        const response = await handler(withPublicUrl(request), info);
        if (response instanceof Response) return response;
        throw new TypeError('The handler of a function must answer with a Response.');
      } catch (error) {
        tellThrown(error);
        return new Response(null, { status: 500, headers: { 'x-basalt-failed': 'WORKER_ERROR' } });
      }
    },
  );
}

/** `Deno.serve` as functions call it: with a handler, with options and a handler, or with options that hold it. */
function serveAsAsked(first: unknown, second?: unknown): unknown {
  const handler = [first, second, (first as { handler?: unknown } | null)?.handler].find(
    (one) => typeof one === 'function',
  );
  if (handler === undefined) throw new TypeError('Deno.serve needs a handler.');
  return serve(handler as Handler);
}

addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  tellThrown(event.reason);
});
addEventListener('error', (event) => {
  event.preventDefault();
  tellThrown(event.error);
});

// Asked to end: what it promised to finish is waited for.
Deno.addSignalListener('SIGTERM', async () => {
  while (pending.size > 0) await Promise.allSettled(pending);
  Deno.exit(0);
});

try {
  const client = Deno.createHttpClient({ proxy: { transport: 'unix', path: `${door}/api.sock` } });
  closeOff();
  // What most packages begin with is loaded while nobody waits for it.
  if (isSpare) await Promise.all([import('node:module'), import('node:net')]);
  tell({ waiting: true });
  const start = JSON.parse(await readInput()) as Start;
  for (const [name, value] of Object.entries(start.environment)) Deno.env.set(name, value);
  leadHome(client, start.api);
  await leadToDatabase(start.databaseHost, start.usesNodeSockets);
  Object.defineProperty(Deno, 'serve', { value: serveAsAsked, configurable: true });
  Object.defineProperty(globalThis, 'EdgeRuntime', {
    value: {
      waitUntil<Value>(promise: Promise<Value>): Promise<Value> {
        const settled = Promise.resolve(promise)
          .catch(tellThrown)
          .finally(() => pending.delete(settled));
        pending.add(settled);
        return promise;
      },
    },
  });
  const loaded = (await import(start.entrypoint)) as { default?: { fetch?: Handler } | Handler };
  const exported = typeof loaded.default === 'function' ? loaded.default : loaded.default?.fetch;
  if (typeof exported === 'function') serve(exported.bind(loaded.default) as Handler);
} catch (error) {
  tellThrown(error);
  Deno.exit(1);
}
