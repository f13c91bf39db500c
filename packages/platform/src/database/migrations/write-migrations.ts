import { quoteLiteral } from '@basalt/sql';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { runQuery } from '../run-query.ts';
import { HISTORY, migrationRecord, PREPARE_HISTORY, textArray } from './migration-record.ts';

export interface NewMigration {
  ref: string;
  query: string;
  name?: string | undefined;
  /** SQL that takes it back. */
  rollback?: string | undefined;
  /** A migration that was sent with the same key before is not written again. */
  key?: string | undefined;
}

/**
 * Runs a migration and writes it down in one transaction, unless its text has transactions of its own.
 * @throws PlatformError `forbidden`, `sql_error` with everything the database said
 */
export async function applyMigration(
  dependencies: Dependencies,
  actor: Actor,
  migration: NewMigration,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (await isWritten(dependencies, actor, migration, signal)) return;
  // What is run comes first: where the database points at a mistake, it counts from the beginning of the text. A comment to
  // the end of a line must not swallow the rest.
  const query = `${migration.query}\n;${await recordOf(dependencies, actor, migration)}`;
  await run(dependencies, actor, { ref: migration.ref, query }, signal);
}

/** Writes down a migration that has been run already. @throws PlatformError `forbidden`, `sql_error` */
export async function recordMigration(
  dependencies: Dependencies,
  actor: Actor,
  migration: NewMigration,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (await isWritten(dependencies, actor, migration, signal)) return;
  const query = await recordOf(dependencies, actor, migration);
  await run(dependencies, actor, { ref: migration.ref, query }, signal);
}

/** Changes what is written down of a migration; what is left out stays. @throws PlatformError `not_found`, `forbidden`, `sql_error` */
export async function updateMigration(
  dependencies: Dependencies,
  actor: Actor,
  { ref, version, name, rollback }: Pick<NewMigration, 'ref' | 'name' | 'rollback'> & { version: string },
  signal: AbortSignal | undefined,
): Promise<void> {
  await permittedProject(dependencies.db, actor, ref, 'run_sql');
  const changes = [
    `version = version`,
    ...(name === undefined ? [] : [`name = ${quoteLiteral(name)}`]),
    ...(rollback === undefined ? [] : [`rollback = ${textArray([rollback])}`]),
  ].join(', ');
  const query = `${PREPARE_HISTORY} update ${HISTORY} set ${changes} where version = ${quoteLiteral(version)} returning version;`;
  const changed = await run(dependencies, actor, { ref, query }, signal);
  if (changed.length === 0)
    throw new PlatformError('not_found', `The database has no migration of the version ${version}.`);
}

/**
 * Takes back all migrations from a version on, the newest first, and forgets them, all or none.
 * @throws PlatformError `conflict` when one of them does not say how it is taken back, `forbidden`, `sql_error`
 */
export async function rollBackMigrations(
  dependencies: Dependencies,
  actor: Actor,
  { ref, gte }: { ref: string; gte: string },
  signal: AbortSignal | undefined,
): Promise<void> {
  await permittedProject(dependencies.db, actor, ref, 'run_sql');
  const from = `from ${HISTORY} where version collate "C" >= ${quoteLiteral(gte)}`;
  const found = await run(
    dependencies,
    actor,
    { ref, query: `${PREPARE_HISTORY} select version, rollback ${from} order by version collate "C" desc;` },
    signal,
  );
  const lasting = found.find(({ rollback }) => !Array.isArray(rollback) || rollback.length === 0);
  if (lasting !== undefined)
    throw new PlatformError(
      'conflict',
      `The migration ${lasting.version} does not say how it is taken back. Send that as its "rollback" first.`,
    );
  if (found.length === 0) return;
  const steps = found.flatMap(({ rollback }) => (rollback as unknown[]).map((text) => `${text}\n;\n`));
  const versions = found.map(({ version }) => quoteLiteral(String(version))).join(', ');
  const query = `${steps.join('')} delete from ${HISTORY} where version in (${versions});`;
  await run(dependencies, actor, { ref, query }, signal);
}

async function isWritten(
  dependencies: Dependencies,
  actor: Actor,
  { ref, key }: NewMigration,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (key === undefined) return false;
  const query = `${PREPARE_HISTORY} select version from ${HISTORY} where idempotency_key = ${quoteLiteral(key)};`;
  return (await run(dependencies, actor, { ref, query }, signal)).length > 0;
}

async function recordOf(
  { db }: Dependencies,
  actor: Actor,
  { query, name, rollback, key }: NewMigration,
): Promise<string> {
  const account = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', actor.accountId)
    .executeTakeFirst();
  return migrationRecord({
    statements: [query],
    name: name ?? '',
    createdBy: account?.email,
    key,
    rollback,
  });
}

function run(
  dependencies: Dependencies,
  actor: Actor,
  { ref, query }: { ref: string; query: string },
  signal: AbortSignal | undefined,
) {
  return runQuery(dependencies, actor, { ref, query, readOnly: false }, signal);
}
