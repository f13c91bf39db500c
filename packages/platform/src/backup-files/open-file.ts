import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BackupError } from '@basalt/clusters';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { BackupFileRow } from '../kernel/schema.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { ObjectGoneError, sendArchive } from '../storage-archive/send-archive.ts';
import { fileKey } from './file-store.ts';
import { expireFile, findFile } from './store.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const REF = /^[a-z]{20}$/;

export interface OpenedFile {
  /** Under what it is saved. */
  name: string;
  bytes: number;
  type: string;
  /** From one of its bytes on. */
  read(start: number): Promise<Readable>;
}

/**
 * A file that was written for download, for somebody who may have it.
 * @throws PlatformError `forbidden`, or `not_found` when it is not there, not ready, or expired
 */
export async function openBackupFile(
  { db, backupStore, objectFiles, log }: Dependencies,
  actor: Actor,
  ref: string,
  id: string,
): Promise<OpenedFile> {
  if (!REF.test(ref)) throw new PlatformError('not_found');
  const { project } = await permittedProject(db, actor, ref, 'download_backup');
  const file = UUID.test(id) ? await findFile(db, project.id, id) : undefined;
  const isThere =
    file?.state === 'ready' && (file.expires_at === null || file.expires_at.getTime() > Date.now());
  const stored = isThere ? await backupStore.stat(fileKey(ref, file)) : null;
  if (file === undefined || stored === null)
    throw new PlatformError('not_found', 'There is no such file, or no longer. Ask for a new one.');
  const { kind } = file;
  const readStored = () =>
    backupStore.read(stored.key).catch((error: unknown) => {
      if (!(error instanceof BackupError)) throw error;
      throw new PlatformError('not_found', error.message, { cause: error });
    });
  async function* read(content: Readable, start: number): AsyncGenerator<Buffer> {
    if (kind === 'sql') return yield* behind(content, start);
    const listing = content.pipe(createGunzip());
    content.on('error', (error) => listing.destroy(error));
    try {
      yield* sendArchive(listing, { ref, files: objectFiles, start });
    } catch (error) {
      // The next one has what is there.
      if (error instanceof ObjectGoneError) await expireFile(db, id);
      log('error', { err: error, ref, file: id }, 'an archive of storage broke off');
      throw error;
    } finally {
      content.destroy();
      listing.destroy();
    }
  }
  return {
    name: fileName(project.name, ref, file.backup_at ?? file.created_at, NAMES[kind]),
    bytes: kind === 'sql' ? stored.bytes : Number(file.bytes),
    type: kind === 'sql' ? 'application/gzip' : 'application/x-tar',
    read: async (start) => Readable.from(read(await readStored(), start), { objectMode: false }),
  };
}

/** What comes before is read and thrown away. */
async function* behind(content: AsyncIterable<Buffer>, start: number): AsyncGenerator<Buffer> {
  let skip = start;
  for await (const chunk of content) {
    if (skip < chunk.length) yield chunk.subarray(skip);
    skip = Math.max(0, skip - chunk.length);
  }
}

const NAMES: Readonly<Record<BackupFileRow['kind'], { middle: string; ending: string }>> = {
  sql: { middle: '', ending: '.sql.gz' },
  storage: { middle: '-storage', ending: '.tar' },
};

const LONGEST = 60;

/** Under what name a file is saved: `quarry-2026-11-20.sql.gz`, `quarry-storage-2026-11-20.tar`. Plain letters only, so that it needs no escaping anywhere. */
export function fileName(projectName: string, ref: string, at: Date, { middle, ending } = NAMES.sql): string {
  const plain = projectName.normalize('NFKD').replace(/\p{Mark}/gu, '');
  const slug = plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
  return `${slug || ref}${middle}-${at.toISOString().slice(0, 10)}${ending}`;
}
