import { PLANS } from '@basalt/contract/plans';
import { type Allowed, NOTHING_ALLOWED, readAllowed } from '@basalt/network';
import * as z from 'zod';
import { wordIssue } from './input-wording.ts';

const port = z.coerce.number().int().min(1).max(65_535);
const portRange = z
  .string()
  .regex(/^\d+-\d+$/, 'must look like 15432-16431')
  .transform((text) => {
    const [first, last] = text.split('-').map(Number) as [number, number];
    return { first, last };
  })
  .refine(
    ({ first, last }) => first >= 1024 && last >= first && last <= 65_535,
    'must be a range between 1024 and 65535',
  )
  .refine(({ first, last }) => last - first < 5_000, 'must hold at most 5000 ports');

const outgoingAllow = z.string().transform((text, context) => {
  try {
    return readAllowed(text);
  } catch (error) {
    context.addIssue((error as Error).message);
    return z.NEVER;
  }
});

/** Every setting of the environment. Nothing else in the project reads `process.env`. */
const schema = z.object({
  BASALT_HOME: z.string().min(1).default('./.basalt'),
  BASALT_HOST: z.string().min(1).default('127.0.0.1'),
  BASALT_PORT: port.default(8000),
  BASALT_GATEWAY_PORT: port.default(8001),
  BASALT_DATABASE_PORTS: portRange.default({ first: 15_432, last: 16_431 }),
  BASALT_PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  BASALT_PROJECT_DOMAIN: z.hostname('must be a host name').optional(),
  BASALT_OUTGOING_ALLOW: outgoingAllow.optional(),
  BASALT_DEFAULT_PLAN: z.enum(PLANS).default('pro'),
  BASALT_DELETION_GRACE_DAYS: z.coerce.number().int().min(0).max(365).default(7),
  BASALT_BOOTSTRAP_EMAIL: z.email('must be an e-mail address').optional(),
  BASALT_BOOTSTRAP_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  BASALT_BOOTSTRAP_ACCESS_TOKEN: z
    .string()
    .regex(/^sbp_[0-9a-f]{40}$/, 'must be sbp_ followed by 40 hex digits')
    .optional(),
  BASALT_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
    .optional(),
});

/** The owner whom the environment asks for. A script that needs a token only may leave out the rest. */
export interface Bootstrap {
  email: string;
  /** Null: one is made up and printed. */
  password: string | null;
  accessToken: string | null;
}
const BOOTSTRAP_EMAIL = 'owner@basalt.local';

export interface Config {
  home: string;
  host: string;
  port: number;
  gatewayPort: number;
  databasePorts: { first: number; last: number };
  /** Address of the dashboard as browsers see it, null when it is the one we listen on. */
  publicUrl: string | null;
  projectDomain: string | null;
  /** Where the servers that projects name may be, besides the public internet. */
  outgoingAllowed: Allowed;
  defaultPlan: (typeof PLANS)[number];
  /** Days that the data of a deleted project is kept; 0: none. */
  deletionGraceDays: number;
  bootstrap: Bootstrap | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** The platform's own Postgres when it is not managed here. */
  databaseUrl: string | null;
}

/** Thrown for a bad environment. The message names the variable and what it must be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the configuration once. An empty variable counts as absent. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(present, { error: wordIssue });
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0])} ${sentence(issue?.message)}`);
  }
  const env = parsed.data;
  if (env.BASALT_PORT === env.BASALT_GATEWAY_PORT) {
    throw new ConfigError(
      'BASALT_GATEWAY_PORT must differ from BASALT_PORT: project files and the dashboard never share an origin.',
    );
  }
  return {
    home: env.BASALT_HOME,
    host: env.BASALT_HOST,
    port: env.BASALT_PORT,
    gatewayPort: env.BASALT_GATEWAY_PORT,
    databasePorts: env.BASALT_DATABASE_PORTS,
    publicUrl: env.BASALT_PUBLIC_URL ?? null,
    projectDomain: env.BASALT_PROJECT_DOMAIN ?? null,
    outgoingAllowed: env.BASALT_OUTGOING_ALLOW ?? NOTHING_ALLOWED,
    defaultPlan: env.BASALT_DEFAULT_PLAN,
    deletionGraceDays: env.BASALT_DELETION_GRACE_DAYS,
    bootstrap: readBootstrap(env),
    logLevel: env.BASALT_LOG_LEVEL,
    databaseUrl: env.DATABASE_URL ?? null,
  };
}

function readBootstrap(env: z.infer<typeof schema>): Bootstrap | null {
  const {
    BASALT_BOOTSTRAP_EMAIL: email,
    BASALT_BOOTSTRAP_PASSWORD: password,
    BASALT_BOOTSTRAP_ACCESS_TOKEN: accessToken,
  } = env;
  if (email === undefined && password === undefined && accessToken === undefined) return null;
  return {
    email: (email ?? BOOTSTRAP_EMAIL).toLowerCase(),
    password: password ?? null,
    accessToken: accessToken ?? null,
  };
}

function sentence(message: string | undefined): string {
  const text = message ?? 'is not valid';
  return `${/^(must|is)/.test(text) ? text : `is not valid: ${text}`}.`;
}
