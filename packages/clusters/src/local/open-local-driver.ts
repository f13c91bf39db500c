import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../driver.ts';
import { ClusterFiles } from './data/cluster-files.ts';
import { UidRanges } from './data/uid-ranges.ts';
import { freeDiskBytes } from './files/disk.ts';
import { removeTree } from './files/remove-tree.ts';
import { makeFolders, openRoot } from './files/root.ts';
import { sweepScratch } from './files/scratch-name.ts';
import { LocalDriver } from './local-driver.ts';
import { runsAsRoot } from './owners/access.ts';
import { STOP_PATIENCE, type StopPatience } from './server/running-server.ts';
import { removeSocketFolder } from './server/socket-folder.ts';
import type { Installation } from './templates/installation.ts';
import type { FreeBytes } from './templates/pool.ts';
import { discardUnfinished, type ScriptsOf, sweepTemplates } from './templates/template.ts';
import { TemplateProvider } from './templates/template-provider.ts';
import type { Script } from './templates/template-recipe.ts';

const OLD_SOCKET_FOLDER_MS = 60 * 60 * 1000;

export interface OpenOptions {
  /** The data folder (BASALT_HOME). Made if it is not there. */
  home: string;
  /** Where clusters with a port listen, like "127.0.0.1"; several with commas. */
  listenAddress: string;
  /** Warm copies per prepared major version, fewer or none where the disk has little room (`templates/pool-size.ts`). Default 2. */
  poolSize?: number;
  /** How long a server may take to stop before it is told more firmly, and killed at last. Default: 15 and 10 seconds. */
  stopPatience?: StopPatience;
  log?: Log;
  /** Makes a key and a certificate (PEM, one behind the other) for the server of a project. Default: servers offer no TLS. */
  certificate?: (ref: string) => Promise<string>;
  /** What of the machine itself runs projects instead of our programs. Default: nothing. */
  installations?: readonly Installation[];
}

/** What only tests and the platform's own wiring choose. */
export interface LocalOptions extends OpenOptions {
  scripts: ScriptsOf;
  /** Those of the scripts that earlier versions did not have. Default: none. */
  updates?: readonly Script[];
  /** Folder with `postgres` and `templates` inside to share with other roots. Default: the root. */
  shared?: string;
  /** False: nothing is flushed to disk. For throw-away clusters. */
  durable?: boolean;
  /** Default: what the system says. */
  freeBytes?: FreeBytes;
  /** Where root keeps clusters when servers cannot enter the home. */
  elsewhere?: string;
}

/**
 * Opens the clusters of a data folder, and in the background clears away what killed processes left. Starts none.
 * @throws {ClusterError} home_unusable
 */
export async function openWith(options: LocalOptions): Promise<LocalDriver> {
  const log = options.log ?? (() => undefined);
  const root = await openRoot(options.home, options.elsewhere);
  const shared = options.shared ?? root.path;
  await makeFolders(shared, ['postgres', 'templates']);
  // Not awaited: nothing that is left over is in the way, and deleting may take long.
  sweep(root.path, shared).catch((error: unknown) => {
    log('warn', { error }, 'Leftovers of an earlier process could not be cleared away.');
  });
  const uids = runsAsRoot ? await UidRanges.open(root.path) : null;
  const files = new ClusterFiles(root.path, uids, options.durable ?? true);
  const templates = new TemplateProvider({
    root: root.path,
    shared,
    poolSize: options.poolSize ?? 2,
    durable: options.durable ?? true,
    scripts: options.scripts,
    newOwner: () => files.newOwner(),
    freeBytes: options.freeBytes ?? freeDiskBytes,
    installations: new Map(options.installations?.map((each) => [each.major, each])),
    log,
  });
  return new LocalDriver({
    root,
    templates,
    files,
    listenAddress: options.listenAddress,
    stopPatience: options.stopPatience ?? STOP_PATIENCE,
    updates: options.updates ?? [],
    certificate: options.certificate ?? null,
    log,
  });
}

async function sweep(root: string, shared: string): Promise<void> {
  await sweepScratch(join(shared, 'templates'), discardUnfinished);
  await sweepTemplates(join(shared, 'templates'));
  for (const folder of [join(shared, 'postgres'), join(root, 'pool'), join(root, 'locks')])
    await sweepScratch(folder);
  // Another process may be deleting the same at this moment; whoever comes second finds nothing, and that is fine.
  for (const name of await readdir(join(root, 'trash')))
    await removeTree(join(root, 'trash', name)).catch(() => undefined);
  await sweepSocketFolders(join(root, 'run'));
}

/** Socket folders of template builds start with an underscore; a killed build leaves its own behind. */
async function sweepSocketFolders(run: string): Promise<void> {
  for (const name of await readdir(run)) {
    if (!name.startsWith('_')) continue;
    const stats = await stat(join(run, name)).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > OLD_SOCKET_FOLDER_MS) await removeSocketFolder(join(run, name));
  }
}
