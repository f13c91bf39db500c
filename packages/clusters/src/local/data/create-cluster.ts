import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ClusterAddress,
  ClusterError,
  type CreateOptions,
  type NewCluster,
  type PostgresMajor,
} from '../../driver.ts';
import { exists } from '../files/exists.ts';
import { findServer } from '../server/running-server.ts';
import type { TemplateProvider } from '../templates/template-provider.ts';
import { type ClusterFiles, checkSame, type DataSource, type MadeData } from './cluster-files.ts';
import type { ClusterOnDisk } from './cluster-on-disk.ts';
import { copyRunningData } from './copy-data.ts';
import { checkScratch, checkStopped } from './data-switch.ts';

export interface Dependencies {
  files: ClusterFiles;
  templates: TemplateProvider;
  /** How many updates of a project database's content there are. */
  updates: number;
}

/** The first start finds out whether the programs have what the database needs. */
const UNKNOWN = { version: 'unknown' };

/** Makes a cluster from the template, or around a data directory that exists. Callers hold the locks of all clusters named. */
export async function createCluster(
  { files, templates, updates }: Dependencies,
  cluster: NewCluster,
  { dataDirectory, scratch, copyOf, empty = false }: CreateOptions,
  addressOf: (cluster: ClusterOnDisk) => ClusterAddress,
): Promise<void> {
  const places = [dataDirectory !== undefined, scratch !== undefined, copyOf !== undefined, empty];
  if (places.filter(Boolean).length > 1)
    throw new ClusterError('bad_request', 'A new database comes from one place: give one option only.');
  const { kind, major, port } = cluster;
  if (kind === 'scratch' && port !== null)
    throw new ClusterError(
      'bad_request',
      'A scratch cluster is reached through its socket: give it no port.',
    );
  const { version, installation } = await templates.binaries(major, kind);
  if (scratch !== undefined) return takeOver(files, cluster, scratch);
  if (copyOf !== undefined) return copyRunning(files, cluster, await files.get(copyOf), addressOf);
  if (dataDirectory !== undefined && (await exists(dataDirectory)))
    checkMajor(await majorOf(dataDirectory), major);
  const source: DataSource =
    dataDirectory === undefined
      ? {
          make: async (target) => {
            const content = kind === 'platform' ? kind : empty ? 'empty' : 'project';
            const { owner, ...origin } = await templates.deliver(content, major, target);
            // What backups of new projects begin with; nobody asks it of others.
            return {
              owner,
              ...(kind === 'project' && content === 'project' && { origin: { ...origin, major } }),
            };
          },
        }
      : { dataDirectory };
  // Templates are of today; where a finished directory comes from nobody knows.
  const programs = dataDirectory === undefined ? { version, ...(installation && { installation }) } : UNKNOWN;
  const isOfToday = dataDirectory === undefined && !empty;
  await files.create(cluster, { ...programs, updates: isOfToday ? updates : 0, source });
}

/** The scratch cluster is left without data, for the caller to remove. */
async function takeOver(files: ClusterFiles, cluster: NewCluster, scratchRef: string): Promise<void> {
  const [existing, scratch] = [await files.find(cluster.ref), await files.find(scratchRef)];
  if (scratch) checkScratch(scratch);
  if (existing) {
    checkSame(existing.record, cluster);
    if (scratch && (await exists(scratch.data))) throw cannotTakeOver(cluster.ref);
    return; // done before
  }
  if (!scratch) throw new ClusterError('not_found', `There is no scratch cluster called ${scratchRef}.`);
  await checkStopped(scratch);
  checkMajor(scratch.record.major, cluster.major);
  const { version, installation, updates = 0 } = scratch.record;
  await files.create(cluster, {
    version,
    ...(installation && { installation }),
    updates,
    source: { scratch },
  });
}

/** The copy runs on what the source's database was last checked with. */
async function copyRunning(
  files: ClusterFiles,
  cluster: NewCluster,
  source: ClusterOnDisk,
  addressOf: (cluster: ClusterOnDisk) => ClusterAddress,
): Promise<void> {
  const { ref, major, version, installation, updates = 0 } = source.record;
  checkMajor(major, cluster.major);
  const make = async (target: string): Promise<MadeData> => {
    if (!(await findServer(source.place)))
      throw new ClusterError('bad_request', `The database ${ref} is not running: start it first.`);
    const owner = await files.newOwner();
    await copyRunningData({ ref, data: source.data, address: addressOf(source), owner }, target);
    await files.settle(target);
    return { owner };
  };
  await files.create(cluster, { version, ...(installation && { installation }), updates, source: { make } });
}

function cannotTakeOver(ref: string): ClusterError {
  return new ClusterError(
    'bad_request',
    `The database ${ref} exists already and cannot take over another one: remove it first, or replace its database.`,
  );
}

async function majorOf(dataDirectory: string): Promise<number> {
  const text = await readFile(join(dataDirectory, 'PG_VERSION'), 'utf8').catch(() => '');
  if (/^\d+\s*$/.test(text)) return Number(text);
  throw new ClusterError('bad_request', `${dataDirectory} is no data directory of PostgreSQL.`);
}

function checkMajor(found: number, wanted: PostgresMajor): void {
  if (found === wanted) return;
  throw new ClusterError(
    'bad_request',
    `That database is of PostgreSQL ${found}, not ${wanted}: create the cluster with the same major version.`,
  );
}
