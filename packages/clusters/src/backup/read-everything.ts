import { QueryError, withClient } from '@basalt/postgres';
import type { ClusterAddress } from '../driver.ts';
import { BackupError } from './ports/cluster-backups.ts';

const DATABASES = 'select datname from pg_catalog.pg_database where datallowconn order by 1';
const RELATIONS = `
  select format('%I.%I', n.nspname, c.relname) as name, c.oid::text as oid, a.amname = 'btree' and c.relkind = 'i' as btree
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  left join pg_catalog.pg_am a on a.oid = c.relam
  left join pg_catalog.pg_index i on i.indexrelid = c.oid
  where c.relpersistence <> 't'
    and (c.relkind in ('r', 't') or c.relkind = 'm' and c.relispopulated
      or c.relkind = 'i' and a.amname = 'btree' and i.indisvalid)
  order by c.oid`;
/** Every page of a table is read, which checks its checksum; the index must not answer in its place. */
const READ_TABLES_THEMSELVES = `
  set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off;
  set max_parallel_workers_per_gather = 0; set statement_timeout = 0; set lock_timeout = 0`;
const AMCHECK = `
  set session_replication_role = replica;
  create schema if not exists basalt_verification;
  create extension if not exists amcheck schema basalt_verification`;

interface Relation {
  name: string;
  oid: string;
  btree: boolean | null;
}

/**
 * Reads every table of every database to its end and checks the structure of their indexes where the build has the means.
 * Changes the cluster: only for scratch ones.
 * @returns tables and indexes read
 * @throws {BackupError} damaged: names what could not be read
 */
export async function readEverything(address: ClusterAddress, signal?: AbortSignal): Promise<number> {
  const list: Parameters<typeof withClient<string[]>>[1] = async (client) => {
    await client.query('select pg_catalog.pg_control_checkpoint()');
    return (await client.query<{ datname: string }>(DATABASES)).rows.map(({ datname }) => datname);
  };
  const databases = await withClient(address, list, { signal });
  let relations = 0;
  for (const database of databases) relations += await readDatabase({ ...address, database }, signal);
  return relations;
}

function readDatabase(address: ClusterAddress, signal: AbortSignal | undefined): Promise<number> {
  const work = async (client: Parameters<Parameters<typeof withClient>[1]>[0]) => {
    await client.query(READ_TABLES_THEMSELVES);
    const { rows } = await client.query<Relation>(RELATIONS);
    const hasAmcheck = await client.query(AMCHECK).then(
      () => true,
      () => false,
    );
    let read = 0;
    for (const { name, oid, btree } of rows) {
      signal?.throwIfAborted();
      if (btree && !hasAmcheck) continue;
      const sql = btree
        ? { text: 'select basalt_verification.bt_index_check($1::regclass)', values: [oid] }
        : { text: `select pg_catalog.count(*) from ${name}` };
      await client.query(sql).catch((error: unknown) => {
        signal?.throwIfAborted();
        throw unreadable(address.database, name, error);
      });
      read += 1;
    }
    return read;
  };
  // A large table takes hours, and what is in it may run code of its own: whoever waits has a signal.
  return withClient(address, work, { answerTimeoutMs: null, signal });
}

function unreadable(database: string, name: string, cause: unknown): BackupError {
  const why = cause instanceof Error || cause instanceof QueryError ? ` ${cause.message}.` : '';
  return new BackupError(
    'damaged',
    `${name} of the database ${database} in the backup cannot be read.${why}`,
    {
      cause,
    },
  );
}
