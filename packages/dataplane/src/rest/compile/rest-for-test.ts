import { type ConnectionTarget, openPipeline, withClient } from '@basalt/postgres';
import type { RestSettings } from '@basalt/project';
import type { CallerContext } from '../../caller/request-context.ts';
import { parseRestRequest } from '../request/parse-rest-request.ts';
import type { RestRequest } from '../request/rest-request.ts';
import type { Outcome } from '../respond/outcome.ts';
import { TEST_SETTINGS } from '../schema-cache/load-for-test.ts';
import { loadSchemaCache } from '../schema-cache/load-schema-cache.ts';
import type { DatabaseRestSettings, SchemaCache } from '../schema-cache/schema-cache.ts';
import { runCompiled } from '../serve-request.ts';
import type { CompiledQuery } from './answer/compiled-query.ts';
import { compileRequest } from './compile-request.ts';

export interface AskOptions {
  role?: string;
  claims?: { sub?: string; [name: string]: unknown };
  /** An object is sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Asked extends Outcome {
  /** The body parsed, or as text when it is no JSON. */
  data: unknown;
  compiled: CompiledQuery;
}

/** A database behind the three stages of the Data API: parse, compile, run. */
export interface TestRest {
  readonly cache: SchemaCache;
  readonly address: ConnectionTarget;
  /** `GET /items?id=eq.1`; service_role unless said otherwise. */
  ask(request: string, options?: AskOptions): Promise<Asked>;
  compile(request: string, options?: AskOptions): CompiledQuery;
  run(compiled: CompiledQuery, context: CallerContext): Promise<Outcome>;
  close(): Promise<void>;
}

/** A fresh database after some SQL (by a superuser), its schema cache, and a pipeline as `authenticator`. */
export async function openTestRest(
  cluster: { createDatabase(): Promise<ConnectionTarget> },
  sql: string,
  settings: Partial<RestSettings> & { inForce?: Partial<DatabaseRestSettings> } = {},
): Promise<TestRest> {
  const address = await cluster.createDatabase();
  await withClient(address, (client) => client.query(`set search_path = public, extensions; ${sql}`));
  const target = { ...address, user: 'authenticator' };
  const { inForce, ...stored } = settings;
  const loaded = await withClient(target, (client) =>
    loadSchemaCache(client, { ...TEST_SETTINGS, ...stored }),
  );
  const cache = { ...loaded, settings: { ...loaded.settings, ...inForce } };
  const pipeline = openPipeline(target);

  function prepare(request: string, options: AskOptions) {
    const [method = 'GET', url = '/'] = request.split(/ (.*)/s);
    const { body, headers = {} } = options;
    const bytes =
      body === undefined
        ? null
        : body instanceof Buffer
          ? body
          : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const type = bytes === null ? {} : { 'content-type': 'application/json' };
    const parsed = parseRestRequest({ method, url, headers: { ...type, ...headers }, body: bytes });
    const role = options.role ?? 'service_role';
    const context = {
      role,
      claimsJson: JSON.stringify({ role, ...options.claims }),
      subject: options.claims?.sub ?? '',
      headersJson: JSON.stringify(headers),
      cookiesJson: '{}',
      method,
      path: url.split('?')[0] ?? url,
    };
    return { context, compiled: compileRequest(parsed, cache, role) };
  }

  const run: TestRest['run'] = (compiled, context) =>
    runCompiled(pipeline, context, compiled, { method: context.method as RestRequest['method'] });

  return {
    cache,
    address,
    compile: (request, options = {}) => prepare(request, options).compiled,
    run,
    async ask(request, options = {}) {
      const { context, compiled } = prepare(request, options);
      const outcome = await run(compiled, context);
      return { ...outcome, compiled, data: readData(outcome.body) };
    },
    close: () => pipeline.close(),
  };
}

function readData(body: Buffer | null): unknown {
  if (body === null) return null;
  const text = body.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
