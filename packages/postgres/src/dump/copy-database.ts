import type pg from 'pg';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { QueryError, SQLSTATE } from '../errors/query-error.ts';
import { allOrNone } from './connection/all-or-none.ts';
import { runStatements } from './connection/run-statements.ts';
import { serverMajor, withSnapshot } from './connection/source-snapshot.ts';
import { withTransferClient } from './connection/transfer-client.ts';
import { ProgressMeter, type TransferProgress } from './connection/transfer-progress.ts';
import { refuseStrangers } from './definitions/definition-words.ts';
import {
  definitionStatements,
  isLeftToPgDump,
  runAlone,
  runDefinitions,
} from './definitions/run-definitions.ts';
import { type Section, usersSchemaSql } from './definitions/schema-sql.ts';
import {
  checkCopy,
  checkTables,
  handOver,
  handOverObjects,
  rightsOfRoles,
  superusersOf,
} from './finish-copy.ts';
import { catalogObjects } from './objects/catalog-objects.ts';
import { extensionStatements } from './objects/extensions.ts';
import { runFunctionsAsTheirOwners } from './objects/functions-of-users.ts';
import { platformAdditions } from './objects/platform-additions.ts';
import { publicationDefinitions } from './objects/publications.ts';
import { usualSearchPath } from './objects/settings.ts';
import { makeSchemas, prepareTemplate } from './objects/template-content.ts';
import { databaseDefinition } from './objects/this-database.ts';
import { parameterPrivileges } from './role-privileges/parameter-privileges.ts';
import { roleDefinitionsBeside } from './role-privileges/roles.ts';
import { analyzeAll } from './rows/analyze.ts';
import { createCopyRole, dropCopyRole, letCopyRoleCreate, letCopyRoleWrite } from './rows/copy-role.ts';
import { copyTables } from './rows/copy-tables.ts';
import { largeObjectContent, largeObjectDefinitions } from './rows/large-objects.ts';
import { refreshStatements } from './rows/materialized-views.ts';
import { sequencePositions } from './rows/sequences.ts';
import { bytesOf, listCopiedTables, lockTables, type Table } from './rows/tables.ts';
import { unsafeObjects } from './upgrade-blockers/unsafe-objects.ts';

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
 * Copies roles, settings, definitions and rows of a project's database into a fresh one that holds the project template of
 * the same or a newer major version, 16 at least. Both connections are superusers'; the target must let roles without a
 * password in (a trusted socket). What a superuser runs there is put together from names and values; every text of users runs
 * alone, in sessions of a role that is none. The target is of no use if this fails: make a new one. Left out: subscriptions,
 * tablespaces, replication slots, other databases of the cluster, passwords of superusers and passwords that are not stored
 * as SCRAM verifiers. `bytes` is what was sent.
 * @throws {QueryError} 0A000 for an older target, for what could only be carried over by a superuser and for a copy that came
 * out otherwise than it should; 57014 when the signal fired, otherwise what either server said
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
    const majors = { source: snapshot.major, target: targetMajor };
    refuseVersions(majors);
    await refuseUnsafe(snapshot.client, snapshot.major);
    const objects = await catalogObjects(snapshot.client);
    const tables = await listCopiedTables(snapshot.client);
    await lockTables(snapshot.client, tables);
    const database = await databaseDefinition(snapshot.client);
    const searchPath = await usualSearchPath(snapshot.client);

    onStep?.('globals');
    const template = await prepareTemplate(client);
    const additions = await platformAdditions(snapshot.client, template);
    await runStatements(client, [
      ...(await roleDefinitionsBeside(snapshot.client, snapshot.major, client, targetMajor)),
      ...(await parameterPrivileges(snapshot.client)),
      ...database.first,
    ]);
    const schemas = await makeSchemas(client, objects, template);
    await runStatements(client, await extensionStatements(snapshot.client, client));
    const owners = [...new Set(objects.flatMap(({ owner }) => owner ?? []))];
    const rights = await rightsOfRoles(client);
    const role = await createCopyRole(client, owners);
    const copy = { client, snapshot, objects, template, targetMajor, role };
    await handOverObjects(copy, ({ type }) => type === 'schema');
    await letCopyRoleCreate(client, role, [...schemas, ...additions.schemasOfKeys]);
    const publications = await publicationDefinitions(snapshot.client, client, targetMajor, role);
    const giveBack = await runFunctionsAsTheirOwners(
      client,
      objects.filter(({ type, isMember }) => !isMember && (type === 'function' || type === 'procedure')),
    );
    const definitions = async (section: Section, inner: AbortSignal) => {
      const text = { snapshot: snapshot.id, tables: additions.names };
      const statements = definitionStatements(
        await usersSchemaSql(source, section, text, inner),
        targetMajor,
      );
      refuseStrangers(statements);
      return statements.filter(isLeftToPgDump);
    };
    const copied = tables.map((table) => beside(table, additions.names));

    const asOwners = { ...target, user: role };
    const bytes = await withTransferClient(
      asOwners,
      signal,
      async (owner) => {
        onStep?.('pre-data');
        const preData = await definitions('pre-data', signal);
        const [postData, moved] = await allOrNone(signal, [
          (inner) => definitions('post-data', inner),
          async (inner) => {
            await runDefinitions(owner, preData, additions.tables);
            await checkTables(copy);
            // What belongs to superusers stays with the role as long as code of users may run in it.
            const superusers = await superusersOf(snapshot.client);
            await handOverObjects(copy, ({ owner }) => !superusers.has(owner ?? ''));
            onStep?.('data');
            await letCopyRoleWrite(client, role, copied);
            const contents = await largeObjectContent(snapshot.client);
            for await (const statements of largeObjectDefinitions(snapshot.client))
              await runStatements(client, statements);
            const all = contents === null ? copied : [...copied, contents];
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
        for (const statement of additions.keys) await runAlone(owner, statement);
        await runDefinitions(owner, postData);
        for (const statement of additions.rest) await runAlone(owner, statement);
        await runStatements(client, publications.make);
        for (const statement of publications.addTables) await runAlone(owner, statement);
        return moved;
      },
      { ...TARGET_SETTINGS, search_path: 'pg_catalog' },
    );
    await handOver(copy, [...additions.properties, ...publications.addSchemas, ...database.last]);

    onStep?.('refresh');
    // One by one: each may take long and needs what the one before has filled.
    await withTransferClient(asOwners, signal, async (owner) => {
      for (const statement of await refreshStatements(snapshot.client, searchPath))
        await runAlone(owner, statement);
    });

    onStep?.('analyze');
    const namesOf = (some: readonly Table[]) => some.map(({ name }) => name);
    const [ofSuperuser, others] = [true, false].map((is) =>
      copied.filter(({ ownedBySuperuser }) => ownedBySuperuser === is),
    );
    // Without expressions, or they would have been refused: nothing of users runs.
    await analyzeAll(target, namesOf(ofSuperuser ?? []), signal);
    await analyzeAll(asOwners, namesOf(others ?? []), signal);
    await giveBack();
    await dropCopyRole(client, role);
    await checkCopy(copy, rights);
    // Until now nothing waited for the disk; this commit does, and everything before it is safe with it.
    await client.query('set synchronous_commit = on; select pg_catalog.txid_current()');
    return { tables: tables.length, bytes };
  });
}

/** Tables of the platform are there, and others refer to them: they cannot be emptied first. */
function beside(table: Table, ofPlatform: readonly string[]): Table {
  return ofPlatform.includes(table.name) ? { ...table, isOurs: false } : table;
}

function refuseVersions(majors: { source: number; target: number }): void {
  if (majors.target >= majors.source && majors.target >= FIRST_TARGET) return;
  const message = `A database of PostgreSQL ${majors.source} cannot be copied into PostgreSQL ${majors.target}. Choose the same version or a newer one.`;
  throw new QueryError({ message, code: SQLSTATE.notSupported });
}

/** Before 16 whoever has the powers of a role can become it. */
const FIRST_TARGET = 16;

async function refuseUnsafe(client: pg.Client, major: number): Promise<void> {
  const [found] = await unsafeObjects(client, major);
  if (found !== undefined) throw new QueryError({ message: found.message, code: SQLSTATE.notSupported });
}
