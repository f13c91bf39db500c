import { withClient } from '@basalt/postgres';
import { type ClusterAddress, ClusterError, type Log } from '../../driver.ts';
import { isFullDisk } from '../files/disk.ts';
import type { Binaries } from '../templates/binaries.ts';
import { installationVariable } from '../templates/installation.ts';
import type { ClusterOnDisk } from './cluster-on-disk.ts';
import { type ClusterRecord, writeRecord } from './cluster-record.ts';

/** More than that is nobody's extensions. */
const MOST = 100;
const DATABASES = `select datname from pg_catalog.pg_database where datallowconn and datconnlimit >= -1 order by datname limit ${MOST}`;
const MISSING = `select e.extname from pg_catalog.pg_extension e
where not exists (select from pg_catalog.pg_available_extensions() as a where a.name operator(pg_catalog.=) e.extname)
order by 1 limit ${MOST}`;
/** Indexes that are sorted by another version of a library than the one that reads them now. */
const OTHER_ORDER = `select count(distinct d.objid)::pg_catalog.int4 as count from pg_catalog.pg_collation c
join pg_catalog.pg_depend d on d.refclassid = 'pg_catalog.pg_collation'::pg_catalog.regclass and d.refobjid = c.oid
join pg_catalog.pg_index i on d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and i.indexrelid = d.objid
where c.collversion is distinct from pg_catalog.pg_collation_actual_version(c.oid)`;

/** Whether a database was last started by these programs, or made by them. */
export function isOfPrograms({ version, installation }: ClusterRecord, binaries: Binaries): boolean {
  return version === binaries.version && installation === binaries.installation;
}

/**
 * Looks, in a cluster that other programs have just started, whether these have every extension of its databases, and writes down
 * then that they have. What a library sorted in another way is told, PostgreSQL itself goes on with it.
 * @returns the record as it is then
 * @throws {ClusterError} start_failed: names what is missing and the variable to set. The caller stops the server
 */
export async function checkExtensions(
  { files }: ClusterOnDisk,
  record: ClusterRecord,
  address: ClusterAddress,
  binaries: Binaries,
  log: Log,
): Promise<ClusterRecord> {
  const missing = new Set<string>();
  for (const database of await databasesOf(address))
    await withClient({ ...address, database }, async (client) => {
      for (const { extname } of (await client.query<{ extname: string }>(MISSING)).rows) missing.add(extname);
      const [found] = (await client.query<{ count: number }>(OTHER_ORDER)).rows;
      if (found && found.count > 0)
        log(
          'warn',
          { ref: record.ref, database, indexes: found.count },
          'Indexes of a database were sorted by another version of the ICU library: rebuild them with REINDEX.',
        );
    });
  if (missing.size > 0) throw lacking([...missing], record, binaries);
  const { installation: _, ...rest } = record;
  const { version, installation } = binaries;
  const checked = { ...rest, version, ...(installation && { installation }) };
  await writeRecord(files.record, checked).catch((error: unknown) => {
    if (!isFullDisk(error)) throw error; // the next start looks again
  });
  return checked;
}

async function databasesOf(address: ClusterAddress): Promise<string[]> {
  return withClient(address, async (client) => {
    const { rows } = await client.query<{ datname: string }>(DATABASES);
    return rows.map(({ datname }) => datname);
  });
}

function lacking(names: string[], record: ClusterRecord, binaries: Binaries): ClusterError {
  const { major, installation } = binaries;
  // Whoever is a superuser in a database can write anything there.
  const told = names.filter((name) => /^[\w-]{1,63}$/.test(name)).slice(0, 5);
  const what = told.length === 0 ? 'extensions' : `the extensions ${told.join(', ')}`;
  const variable = installationVariable(major);
  const where =
    installation === undefined
      ? `set ${variable} to the installation that has them${record.installation ? `, ${record.installation}` : ''}`
      : `install their packages for ${installation}${record.installation && record.installation !== installation ? `, or set ${variable} back to ${record.installation}` : ''}`;
  return new ClusterError(
    'start_failed',
    `This database needs ${what}, which the PostgreSQL ${major} here does not have: ${where}, start Basalt again and then this database.`,
  );
}
