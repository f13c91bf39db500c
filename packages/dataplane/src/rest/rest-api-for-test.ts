import { createHash } from 'node:crypto';
import { type ConnectionTarget, withClient } from '@basalt/postgres';
import { DEFAULT_REALTIME, type ProjectSnapshot, type SigningKey } from '@basalt/project';
import Fastify from 'fastify';
import { SETTINGS_FOR_TEST } from '../auth/settings-for-test.ts';
import { buildGateway, type GatewayOptions } from '../gateway/build-gateway.ts';
import type { GatewayService } from '../gateway/gateway-service.ts';
import { HeldProjects, type HeldProjectsOptions } from '../project/held-projects.ts';
import { signToken } from '../tokens/sign-token.ts';
import { createRestService } from './rest-service.ts';

export const TEST_REF = 'abcdefghijklmnopqrst';
export const SIGNING_KEY: SigningKey = {
  kid: null,
  algorithm: 'HS256',
  jwk: { kty: 'oct', k: Buffer.from('a secret of at least 32 characters').toString('base64url') },
};

export interface AskOptions {
  /** `rest` unless said otherwise. */
  service?: string;
  /** `service` (default) and `anon` by their keys; an object is the payload of a token; a string a token as it is. */
  as?: 'service' | 'anon' | Record<string, unknown> | string;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: unknown;
}

export interface TestAnswer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  /** The body parsed, null when it is empty or no JSON. */
  json: unknown;
}

/** The Data API of one real database behind the real gateway. */
export interface RestApi {
  /** `GET /items?id=eq.1` */
  ask(request: string, options?: AskOptions): Promise<TestAnswer>;
  /** By a superuser, with `public` on the path. */
  sql(text: string): Promise<Record<string, unknown>[]>;
  /** What the server knows of the project from now on; null: it is gone. */
  change(changes: Partial<ProjectSnapshot> | null): void;
  /** Opens a port. Answers the project's base URL, as clients are given it. */
  listen(): Promise<string>;
  log: { role: string; path: string; status: number }[];
  close(): Promise<void>;
}

export async function openRestApi(
  address: ConnectionTarget,
  options: HeldProjectsOptions = {},
  /** Beside the Data API, at `/<name>/v1`. */
  moreServices: (projects: HeldProjects) => GatewayService[] = () => [],
  gatewayOptions: Pick<GatewayOptions, 'pace'> = {},
): Promise<RestApi> {
  let project: ProjectSnapshot | null = snapshotFor(address);
  let notify: (ref: string) => void = () => {};
  const log: RestApi['log'] = [];
  const runtime = {
    find: (ref: string) => (ref === TEST_REF ? project : null),
    onChange: (listener: (ref: string) => void) => {
      notify = listener;
      return () => {};
    },
  };
  const logger = Fastify().log;
  const projects = new HeldProjects(options);
  const gateway = buildGateway({
    logger,
    runtime,
    projects,
    services: [createRestService({ logger, projects }), ...moreServices(projects)],
    requestLog: {
      add: (_ref, { role, path, status }) => log.push({ role, path, status }),
      noteKey: () => {},
      close: async () => {},
    },
    projectDomain: null,
    state: () => 'ready',
    ...gatewayOptions,
  });

  return {
    log,
    ask: async (request, { service = 'rest', as = 'service', headers = {}, body } = {}) => {
      const [method = 'GET', url = '/'] = request.split(/ (.*)/s);
      const answer = await gateway.inject({
        method: method as 'GET',
        url: `/${TEST_REF}/${service}/v1${url}`,
        headers: { ...(await credentials(as)), ...contentType(body), ...headers },
        ...(body === undefined ? {} : { payload: toPayload(body) }),
      });
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.body,
        json: parse(answer.body),
      };
    },
    sql: (text) =>
      withClient(address, async (client) => {
        await client.query('set search_path = public, extensions');
        const result: unknown = await client.query(text);
        return Array.isArray(result) ? [] : (result as { rows: Record<string, unknown>[] }).rows;
      }),
    change: (changes) => {
      project = changes === null ? null : { ...snapshotFor(address), ...project, ...changes };
      notify(TEST_REF);
    },
    listen: async () => `${await gateway.listen({ host: '127.0.0.1', port: 0 })}/${TEST_REF}`,
    close: async () => {
      await gateway.close();
    },
  };
}

export const KEYS = { anon: 'anon-key-of-the-test', service: 'service-key-of-the-test' };

function snapshotFor({ host, port, database }: ConnectionTarget): ProjectSnapshot {
  const key = (text: string, role: 'anon' | 'service_role') => ({
    hash: createHash('sha256').update(text).digest('base64url'),
    role,
    type: 'legacy' as const,
    enabled: true,
  });
  return {
    ref: TEST_REF,
    revision: '1',
    servicesRestart: null,
    unavailable: null,
    publicUrl: `http://127.0.0.1:8001/${TEST_REF}`,
    linkUrl: `http://127.0.0.1:8001/${TEST_REF}`,
    database: { host, port, database },
    keys: [key(KEYS.anon, 'anon'), key(KEYS.service, 'service_role')],
    verificationKeys: [SIGNING_KEY],
    thirdPartyIssuers: [],
    signingKey: SIGNING_KEY,
    storageKeys: [],
    anonKey: null,
    region: 'us-east-1',
    rest: { dbSchemas: ['public', 'other'], dbExtraSearchPath: ['public', 'extensions'], dbMaxRows: 1000 },
    auth: SETTINGS_FOR_TEST,
    functions: [],
    functionVariables: '',
    databasePort: 5432,
    storage: {
      fileSizeLimit: 52_428_800,
      quota: null,
      bucketQuotas: {},
      imageTransformation: true,
      s3Protocol: true,
    },
    realtime: DEFAULT_REALTIME,
  };
}

async function credentials(as: NonNullable<AskOptions['as']>): Promise<Record<string, string>> {
  if (as === 'anon' || as === 'service') return { apikey: KEYS[as] };
  const token = typeof as === 'string' ? as : await signToken(SIGNING_KEY, as);
  return { apikey: KEYS.anon, authorization: `Bearer ${token}` };
}

function contentType(body: unknown): Record<string, string> {
  return body === undefined ? {} : { 'content-type': 'application/json' };
}

function toPayload(body: unknown): string | Buffer {
  return typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
