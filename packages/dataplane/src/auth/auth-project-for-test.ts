import { type ConnectionTarget, createPool } from '@basalt/postgres';
import { type AuthSettings, DEFAULT_REALTIME, type ProjectSnapshot } from '@basalt/project';
import Fastify, { type FastifyRequest } from 'fastify';
import { errors, jwtVerify } from 'jose';
import type { Caller } from '../caller/identify-caller.ts';
import { HeldProjects, type HeldProjectsOptions } from '../project/held-projects.ts';
import { signToken } from '../tokens/sign-token.ts';
import type { TokenVerdict } from '../tokens/token-verifier.ts';
import { type AuthServiceOptions, authGatewayService } from './auth-service.ts';
import { OUTGOING_FOR_TEST } from './outgoing-for-test.ts';
import { SETTINGS_FOR_TEST } from './settings-for-test.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';

export interface Ask {
  /** A user's access token. */
  token?: string | undefined;
  /** Default `anon`. */
  key?: 'anon' | 'service_role' | 'none';
  headers?: Record<string, string>;
  ip?: string;
}
export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it.
  body: any;
}
export interface Message {
  channel: string;
  kind: string;
  recipient: string;
  code: string;
  link: string | null;
}
export type AuthProjectForTest = Awaited<ReturnType<typeof authProjectForTest>>;

const SECRET = Buffer.from('a secret for tests that is long enough');

/** The auth service as a gateway would serve it, for one project on a real database, with a clock that tests move. */
export async function authProjectForTest(
  database: ConnectionTarget,
  changes: Partial<AuthSettings> = {},
  options: Partial<AuthServiceOptions> = {},
  held: HeldProjectsOptions = {},
) {
  const settings = { ...structuredClone(SETTINGS_FOR_TEST), ...changes };
  const clock = { ms: Date.parse('2031-01-01T00:00:00Z') };
  const now = () => new Date(clock.ms);
  const admin = createPool(database, { max: 2 });
  let project: ProjectSnapshot = {
    ref: 'abcdefghijklmnopqrst',
    revision: '1',
    servicesRestart: null,
    unavailable: null,
    publicUrl: 'http://api.test/abcdefghijklmnopqrst',
    linkUrl: 'http://api.test/abcdefghijklmnopqrst',
    database: { host: database.host, port: database.port, database: database.database },
    keys: [],
    verificationKeys: [],
    thirdPartyIssuers: [],
    signingKey: { kid: null, algorithm: 'HS256', jwk: { kty: 'oct', k: SECRET.toString('base64url') } },
    storageKeys: [],
    anonKey: null,
    region: 'us-east-1',
    rest: { dbSchemas: ['public'], dbExtraSearchPath: [], dbMaxRows: null },
    auth: settings,
    functions: [],
    functionVariables: '',
    databasePort: 5432,
    storage: {
      fileSizeLimit: 50_000_000,
      quota: null,
      bucketQuotas: {},
      imageTransformation: true,
      s3Protocol: true,
    },
    realtime: DEFAULT_REALTIME,
  };
  const app = Fastify({ trustProxy: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request) => {
    const verifier = { verify: (token: string) => verdict(token, now()) };
    request.project = {
      project,
      verifier,
      callerVerifier: verifier,
      caller: callerOf(request),
      url: request.url,
      noteRole: () => {},
    };
  });
  const projects = new HeldProjects(held);
  const service = authGatewayService({
    projects,
    log: app.log,
    outgoing: OUTGOING_FOR_TEST,
    passwordCost: 4,
    now,
    ...options,
  });
  app.addHook('onClose', async () => {
    await service.close?.();
    await projects.close();
  });
  await app.register(service.plugin);

  async function call(
    method: Method,
    url: string,
    body?: unknown,
    { token, key = 'anon', headers = {}, ip = '192.0.2.1' }: Ask = {},
  ): Promise<Answer> {
    const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const response = await app.inject({
      method,
      url,
      headers: {
        'x-supabase-api-version': '2024-01-01',
        'x-forwarded-for': ip,
        'x-test-key': key,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: payload as string }),
    });
    const text = response.payload;
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      headers: response.headers as Answer['headers'],
      body: isJson && text ? JSON.parse(text) : text,
    };
  }

  return {
    app,
    settings,
    get project() {
      return project;
    },
    /** The project is another one from now on, as after a change that the platform has told. */
    become: (changes: Partial<ProjectSnapshot>) => {
      project = { ...project, ...changes };
    },
    call,
    /** The same with the service key. */
    manage: (method: Method, url: string, body?: unknown) => call(method, url, body, { key: 'service_role' }),
    now,
    /** Lets seconds pass. */
    pass: (seconds: number) => {
      clock.ms += seconds * 1000;
    },
    /** Rows, asked as the superuser. */
    sql: async (text: string, parameters?: unknown[]) => (await admin.query(text, parameters)).rows,
    /** A token with any claims, signed with the project's key. */
    sign: (claims: Record<string, unknown>) => signToken(project.signingKey, claims),
    /** Messages to somebody in the development mailbox, newest first. */
    messages: async (recipient: string): Promise<Message[]> =>
      (
        await admin.query<Message & { [key: string]: unknown }>(
          'select channel, kind, recipient, code, link from basalt.mailbox where recipient = $1 order by id desc',
          [recipient],
        )
      ).rows,
    close: async () => {
      await app.close();
      await admin.end();
    },
  };
}

function callerOf(request: FastifyRequest): Caller {
  const token = request.headers.authorization?.replace('Bearer ', '');
  if (token !== undefined) return { kind: 'token', token };
  const key = request.headers['x-test-key'];
  return key === 'none' ? { kind: 'none' } : { kind: 'key', role: key as 'anon' | 'service_role' };
}

async function verdict(token: string, currentDate: Date): Promise<TokenVerdict> {
  try {
    const { payload } = await jwtVerify(token, SECRET, { currentDate, algorithms: ['HS256'] });
    return { ok: true, token: { claims: payload, claimsJson: JSON.stringify(payload) } };
  } catch (error) {
    const message = error instanceof errors.JOSEError ? error.message : 'malformed';
    return { ok: false, problem: { kind: 'signature', message } };
  }
}
