import type { Pipeline } from '@basalt/postgres';
import { ROLE_RIGHTS_SQL, type RoleRights } from '@basalt/postgres/catalog';
import { SCHEMA_READER_CLAIM } from '@basalt/project';
import { LRUCache } from 'lru-cache';
import { hasOwnClaim } from '../../caller/own-claim.ts';
import type { CallerContext } from '../../caller/request-context.ts';
import { type CallerSettings, callerSettings, runAsCaller } from '../../caller/run-as-caller.ts';
import { arrayText } from '../../rest/compile/sql/sql-text.ts';
import type { Database } from '../database/load-database.ts';
import type { ApiSchema } from './api-schema.ts';
import { buildApiSchema } from './build-api-schema.ts';

/** What a role gets: its API, and the settings that its transactions begin with. */
export interface RoleSchema {
  readonly schema: ApiSchema;
  readonly settings: CallerSettings;
}

/** Roles of one project that are remembered. One that nobody uses is forgotten, and then what it may do is asked again. */
const MAX_ROLES = 20;
const TTL_MS = 5 * 60_000;

/** What was built for a state of the database goes with it. */
const built = new WeakMap<Database, LRUCache<string, Promise<RoleSchema>>>();

/**
 * The API as the caller's role sees it.
 * @throws {QueryError} when the caller's role cannot be taken over; {CommentDirectiveError}
 */
export function roleSchema(
  database: Database,
  context: CallerContext,
  pipeline: Pipeline,
): Promise<RoleSchema> {
  let roles = built.get(database);
  if (roles === undefined) {
    roles = new LRUCache({ max: MAX_ROLES, ttl: TTL_MS });
    built.set(database, roles);
  }
  const isReader = hasOwnClaim(context.claimsJson, SCHEMA_READER_CLAIM);
  const role = `${isReader ? 'reader' : 'client'} ${context.role}`;
  const known = roles.get(role);
  if (known !== undefined) return known;
  const made = build(database, context, pipeline, isReader);
  const kept = roles;
  kept.set(role, made);
  made.catch(() => {
    if (kept.get(role) === made) kept.delete(role);
  });
  return made;
}

async function build(
  database: Database,
  context: CallerContext,
  pipeline: Pipeline,
  isReader: boolean,
): Promise<RoleSchema> {
  const { path, roleSettings } = database;
  const settings = callerSettings({ searchPath: path, sources: [roleSettings.get(context.role)] });
  const [result] = await runAsCaller(pipeline, context, {
    settings,
    statements: [{ sql: ROLE_RIGHTS_SQL, values: [arrayText(path)], reuse: false }],
    readOnly: true,
    mayClaimsChange: false,
    pool: 'long',
    keep: null,
  });
  const rights = JSON.parse(result?.rows[0]?.[0]?.toString('utf8') ?? '{}') as RoleRights;
  return { schema: await buildApiSchema(database, rights, isReader), settings };
}
