import { randomUUID } from 'node:crypto';
import { type Pipeline, QueryError } from '@basalt/postgres';
import { SERVICE } from '../../caller/identify-caller.ts';
import type { CallerContext } from '../../caller/request-context.ts';
import {
  type CallerSettings,
  callerSettings,
  runAsCaller,
  settingsStatements,
} from '../../caller/run-as-caller.ts';
import { RealtimeError } from '../realtime-error.ts';

export type Extension = 'broadcast' | 'presence';
export type Permissions = Readonly<Record<Extension, boolean>>;

const INSUFFICIENT_PRIVILEGE = '42501';
/** Policies that take longer decide against the caller. */
const LIMITS = new Map([['statement_timeout', '5s']]);

const INSERT = `insert into realtime.messages (id, topic, extension, private)
  values ($1::pg_catalog.uuid, $3, 'broadcast', true), ($2::pg_catalog.uuid, $3, 'presence', true)`;
// The time is that of the transaction, and names the partition.
const SELECT = `select extension from realtime.messages
  where id = any (array[$1, $2]::pg_catalog.uuid[]) and inserted_at = (pg_catalog.now() at time zone 'utc')`;
const TRY = 'insert into realtime.messages (topic, extension, private) values ($1, $2, true)';

/** What a private channel's policies see beside the caller's claims: `realtime.topic()`. */
function settingsOf(topic: string): CallerSettings {
  return callerSettings({
    searchPath: ['public', 'extensions'],
    sources: [LIMITS],
    ofRequest: [['realtime.topic', topic]],
  });
}

/**
 * Whether the caller may hear messages of a private channel: whether the policies on `realtime.messages` show him one. Such are
 * made for the question and taken back.
 * @throws {RealtimeError} UnableToSetPolicies, DatabaseLackOfConnections
 */
export async function readPermissions(
  pipeline: Pipeline,
  context: CallerContext,
  topic: string,
): Promise<Permissions> {
  const settings = settingsOf(topic);
  const ids = [randomUUID(), randomUUID()];
  const rights = { readOnly: false, mayClaimsChange: true };
  try {
    const results = await runAsCaller(
      pipeline,
      { ...context, ...SERVICE },
      {
        settings,
        statements: [
          { sql: INSERT, values: [...ids, topic], reuse: true },
          ...settingsStatements(settings, context, rights),
          { sql: SELECT, values: ids, reuse: true },
        ],
        ...rights,
        pool: 'long',
        keep: () => false,
      },
    );
    const seen = new Set((results.at(-1)?.rows ?? []).map(([extension]) => extension?.toString()));
    return { broadcast: seen.has('broadcast'), presence: seen.has('presence') };
  } catch (error) {
    if (isDenied(error)) return { broadcast: false, presence: false };
    throw failure(error);
  }
}

/** Whether he may send: whether the policies let him insert such a message. @throws {RealtimeError} as above */
export async function writePermission(
  pipeline: Pipeline,
  context: CallerContext,
  topic: string,
  extension: Extension,
): Promise<boolean> {
  try {
    await runAsCaller(pipeline, context, {
      settings: settingsOf(topic),
      statements: [{ sql: TRY, values: [topic, extension], reuse: true }],
      readOnly: false,
      mayClaimsChange: true,
      pool: 'long',
      keep: () => false,
    });
    return true;
  } catch (error) {
    if (isDenied(error)) return false;
    throw failure(error);
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof QueryError && error.code === INSUFFICIENT_PRIVILEGE;
}

/** The sentence of the database is the project's own matter, and its clients'. */
function failure(error: unknown): RealtimeError {
  if (error instanceof QueryError && !error.code?.startsWith('08'))
    return new RealtimeError('UnableToSetPolicies', `The policies could not be asked: ${error.message}`);
  return new RealtimeError(
    'DatabaseLackOfConnections',
    'The database is too busy to join. Try again in a moment.',
  );
}
