import type { Writable } from 'node:stream';
import type pg from 'pg';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { QueryError, SQLSTATE } from '../errors/query-error.ts';
import { allOrNone } from './connection/all-or-none.ts';
import { type CopyConnection, withCopyConnection } from './connection/copy-connection.ts';
import { READING, type SourceSnapshot, withSnapshot } from './connection/source-snapshot.ts';
import { ProgressMeter, type TransferProgress } from './connection/transfer-progress.ts';
import { refuseStrangers } from './definitions/definition-words.ts';
import { OutputText } from './definitions/output-text.ts';
import { brokenDefinitions } from './definitions/printed-expressions.ts';
import { definitionStatements } from './definitions/run-definitions.ts';
import { type Section, schemaSql } from './definitions/schema-sql.ts';
import { storedSettings, usualSearchPath } from './objects/settings.ts';
import { databaseDefinition } from './objects/this-database.ts';
import { parameterPrivileges } from './role-privileges/parameter-privileges.ts';
import { roleDefinitions } from './role-privileges/roles.ts';
import { copyInSql, copyOutSql } from './rows/copy-statements.ts';
import { largeObjectContent, largeObjectDefinitions } from './rows/large-objects.ts';
import { refreshStatements } from './rows/materialized-views.ts';
import { sequencePositions } from './rows/sequences.ts';
import { bytesOf, listTables, lockTables, type Table } from './rows/tables.ts';

export interface DumpOptions {
  onProgress?: (progress: TransferProgress) => void;
  signal?: AbortSignal;
  /** Roles, their memberships and settings, and what belongs to the database as a whole. Default true. */
  includeGlobals?: boolean;
}

const NOTHING = { first: [], last: [] };

/** For a restore in one session, whatever its defaults are. Triggers of the place it is restored to stay quiet. */
const PROLOGUE = `SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET DateStyle = 'ISO, MDY';
SET IntervalStyle = 'postgres';
SET session_replication_role = replica;
SELECT pg_catalog.set_config('search_path', '', false);
`;

/**
 * Writes a whole database as plain SQL that a superuser's `psql -f` restores into an empty database of the same or a newer
 * major version. All of it shows one moment. Waits for a slow output and holds no table in memory. The output is not ended.
 * Passwords appear only as SCRAM verifiers, those of superusers not at all. Left out: subscriptions, tablespaces,
 * replication slots. `bytes` is the size of the text. As with every such file, restoring it runs what users wrote into
 * constraints and functions with the power of whoever restores it.
 * @throws {QueryError} 0A000 for a definition that holds a statement of its own, 57014 when the signal fired, otherwise what the server said; an error of the output as it is
 */
export async function dumpDatabase(
  source: ConnectionTarget,
  output: Writable,
  options: DumpOptions = {},
): Promise<{ tables: number; bytes: number }> {
  const [result] = await allOrNone(options.signal, [
    (signal) =>
      withSnapshot(source, signal, (snapshot) =>
        OutputText.use(output, signal, (text) => write(source, snapshot, text, signal, options)),
      ),
  ]);
  return result;
}

async function write(
  source: ConnectionTarget,
  snapshot: SourceSnapshot,
  text: OutputText,
  signal: AbortSignal,
  { includeGlobals = true, onProgress }: DumpOptions,
): Promise<{ tables: number; bytes: number }> {
  const { client, id, major } = snapshot;
  await refuseBroken(client);
  const tables = await listTables(client);
  await lockTables(client, tables);
  const contents = await largeObjectContent(client);
  const all = contents === null ? tables : [...tables, contents];
  const meter = new ProgressMeter(bytesOf(all), onProgress);
  const database = includeGlobals ? await databaseDefinition(client) : NOTHING;

  await text.write(
    `-- A database of PostgreSQL ${major}, written by Basalt. Restore it with psql as a superuser.\n\n`,
  );
  await text.write(PROLOGUE);
  if (includeGlobals) {
    await text.statements('Roles', await roleDefinitions(client, major));
    await text.statements('Privileges on parameters', await parameterPrivileges(client));
    await text.statements('Database', database.first);
  }
  const definitions = async (section: Section) => {
    const statements = definitionStatements(await schemaSql(source, section, id, signal), major);
    refuseStrangers(statements);
    return statements;
  };
  await text.statements('Definitions', await definitions('pre-data'));
  for await (const statements of largeObjectDefinitions(client))
    await text.statements('Large objects', statements);
  await withCopyConnection(source, signal, READING, async (connection) => {
    for (const table of all) await writeRows(connection, table, id, text, meter);
  });
  await text.statements('Sequences', await sequencePositions(client));
  await text.statements('Indexes, constraints, triggers, policies', await definitions('post-data'));
  if (includeGlobals)
    await text.statements('Database', [...database.last, ...(await storedSettings(client))]);
  await text.statements('Materialized views', await refreshStatements(client, await usualSearchPath(client)));
  return { tables: tables.length, bytes: text.bytes };
}

/** What PostgreSQL prints wrongly would be a statement of its own in the file, and whoever restores it runs that. */
async function refuseBroken(client: pg.Client): Promise<void> {
  const [broken] = await brokenDefinitions(client);
  if (broken !== undefined) throw new QueryError({ message: broken.message, code: SQLSTATE.notSupported });
}

async function writeRows(
  connection: CopyConnection,
  table: Table,
  snapshot: string,
  text: OutputText,
  meter: ProgressMeter,
): Promise<void> {
  if (table.pages === 0) return;
  const progress = meter.start(`Writing ${table.name}`, table.bytes);
  await text.write(
    `\n${copyInSql(table, false)
      .replace(/ from stdin$/, ' FROM stdin')
      .replace(/^copy/, 'COPY')};\n`,
  );
  const whole = { table, from: 0, to: null, bytes: table.bytes };
  await connection.copyOut(copyOutSql(whole, snapshot, false), 'payload', async (data) => {
    await text.write(data);
    progress.moved(data.length);
  });
  await text.write('\\.\n');
  progress.done();
}
