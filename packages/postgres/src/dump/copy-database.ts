import type pg from 'pg';
import type { ConnectionTarget } from '../connection-target.ts';
import { QueryError, SQLSTATE } from '../query-error.ts';
import { allOrNone } from './all-or-none.ts';
import { analyzeAll } from './analyze.ts';
import { definedBy, naming } from './copy-failure.ts';
import { createCopyRole, dropCopyRole, letCopyRoleWrite } from './copy-role.ts';
import { copyTables } from './copy-tables.ts';
import { runCheck } from './find-upgrade-blockers.ts';
import { runFunctionsAsTheirOwners } from './functions-of-users.ts';
import { largeObjectContent, largeObjectDefinitions } from './large-objects.ts';
import { refreshStatements } from './materialized-views.ts';
import { parameterPrivileges } from './parameter-privileges.ts';
import { roleDefinitions } from './roles.ts';
import { definitionStatements, runDefinitions } from './run-definitions.ts';
import { runStatements } from './run-statements.ts';
import { schemaSql } from './schema-sql.ts';
import { sequencePositions } from './sequences.ts';
import { storedSettings, usualSearchPath } from './settings.ts';
import { type SourceSnapshot, serverMajor, withSnapshot } from './source-snapshot.ts';
import { bytesOf, listTables, lockTables } from './tables.ts';
import { databaseDefinition } from './this-database.ts';
import { withTransferClient } from './transfer-client.ts';
import { ProgressMeter, type TransferProgress } from './transfer-progress.ts';
import { startedAggregates } from './upgrade-blocker-checks.ts';

export type CopyStep = 'globals' | 'pre-data' | 'data' | 'sequences' | 'post-data' | 'refresh' | 'analyze';

export interface CopyOptions {
  onStep?: (step: CopyStep) => void;
  onProgress?: (progress: TransferProgress) => void;
  signal?: AbortSignal;
}

/** Triggers and event triggers stay quiet; building an index may take memory. The target is thrown away if it fails. */
const TARGET_SETTINGS = {
  session_replication_role: 'replica',
  synchronous_commit: 'off',
  maintenance_work_mem: '256MB',
} as const;

/**
 * Copies roles, settings, definitions and rows of one database into an empty one (fresh from initdb) of the same or a newer
 * major version. Both connections are superusers'; the target must let roles without a password in (a trusted socket). It
 * is of no use if this fails: make a new one. Left out: subscriptions, tablespaces, replication slots, other databases of
 * the cluster, passwords of superusers and passwords that are not stored as SCRAM verifiers. `bytes` is what was sent.
 * @throws {QueryError} 0A000 for an older target, 57014 when the signal fired, otherwise what either server said
 */
export async function copyDatabase(
  source: ConnectionTarget,
  target: ConnectionTarget,
  options: CopyOptions = {},
): Promise<{ tables: number; bytes: number }> {
  const [result] = await allOrNone(options.signal, [
    (signal) =>
      withTransferClient(
        target,
        signal,
        (client) => copyInto(client, source, target, signal, options),
        TARGET_SETTINGS,
      ),
  ]);
  return result;
}

async function copyInto(
  client: pg.Client,
  source: ConnectionTarget,
  target: ConnectionTarget,
  signal: AbortSignal,
  { onStep, onProgress }: CopyOptions,
): Promise<{ tables: number; bytes: number }> {
  const targetMajor = await serverMajor(client);
  return withSnapshot(source, signal, async (snapshot) => {
    refuseOlder(snapshot.major, targetMajor);
    await refuseStartedAggregates(snapshot.client);
    const tables = await listTables(snapshot.client);
    await lockTables(snapshot.client, tables);
    const database = await databaseDefinition(snapshot.client);
    const settings = await storedSettings(snapshot.client);
    const searchPath = await usualSearchPath(snapshot.client);

    onStep?.('globals');
    await runStatements(client, [...(await globals(snapshot)), ...database.first]);
    const role = await createCopyRole(snapshot.client, client);
    const giveBack = await runFunctionsAsTheirOwners(client);

    const bytes = await withTransferClient(
      { ...target, user: role },
      signal,
      async (owner) => {
        onStep?.('pre-data');
        const preData = await schemaSql(source, 'pre-data', snapshot.id, signal);
        const [postData, moved] = await allOrNone(signal, [
          (inner) => schemaSql(source, 'post-data', snapshot.id, inner),
          async (inner) => {
            await runDefinitions(client, owner, definitionStatements(preData, targetMajor));
            onStep?.('data');
            await letCopyRoleWrite(client, role, tables);
            const contents = await largeObjectContent(snapshot.client);
            for await (const statements of largeObjectDefinitions(snapshot.client))
              await runStatements(client, statements);
            const all = contents === null ? tables : [...tables, contents];
            const sameMajor = snapshot.major === targetMajor;
            const meter = new ProgressMeter(bytesOf(all), onProgress);
            const job = {
              source,
              target,
              role,
              tables: all,
              snapshot: snapshot.id,
              sameMajor,
              searchPath,
              meter,
            };
            return copyTables({ ...job, signal: inner });
          },
        ]);
        onStep?.('sequences');
        await runStatements(client, await sequencePositions(snapshot.client));
        onStep?.('post-data');
        await runDefinitions(client, owner, definitionStatements(postData, targetMajor));
        return moved;
      },
      { search_path: 'pg_catalog' },
    );
    await giveBack();
    await dropCopyRole(client, role);
    await runStatements(client, [...database.last, ...settings]);

    onStep?.('refresh');
    // One by one: each may take long and needs what the one before has filled.
    for (const statement of await refreshStatements(snapshot.client, searchPath))
      await naming(definedBy(statement), () => client.query(statement));

    onStep?.('analyze');
    await analyzeAll(
      target,
      tables.map(({ name }) => name),
      signal,
    );
    // Until now nothing waited for the disk; this commit does, and everything before it is safe with it.
    await client.query('set synchronous_commit = on; select pg_catalog.txid_current()');
    return { tables: tables.length, bytes };
  });
}

async function globals({ client, major }: SourceSnapshot): Promise<string[]> {
  return [...(await roleDefinitions(client, major)), ...(await parameterPrivileges(client))];
}

function refuseOlder(sourceMajor: number, targetMajor: number): void {
  if (targetMajor >= sourceMajor) return;
  const message = `A database of PostgreSQL ${sourceMajor} cannot be copied into PostgreSQL ${targetMajor}. Choose the same version or a newer one.`;
  throw new QueryError({ message, code: SQLSTATE.notSupported });
}

async function refuseStartedAggregates(client: pg.Client): Promise<void> {
  const [found] = await runCheck(client, startedAggregates, { major: 0, extensions: [] });
  if (found !== undefined) throw new QueryError({ message: found.message, code: SQLSTATE.notSupported });
}
