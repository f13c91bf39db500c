import type { Readable } from 'node:stream';
import { BackupError } from '@basalt/clusters';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { fileKey } from './file-store.ts';
import { findFile } from './store.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const REF = /^[a-z]{20}$/;

export interface OpenedFile {
  /** Under what it is saved. */
  name: string;
  bytes: number;
  read(): Promise<Readable>;
}

/**
 * A file that was written for download, for somebody who may have it.
 * @throws PlatformError `unauthorized`, `forbidden`, or `not_found` when it is not there, not ready, or expired
 */
export async function openBackupFile(
  { db, backupStore }: Dependencies,
  actor: Actor | null,
  ref: string,
  id: string,
): Promise<OpenedFile> {
  if (actor === null) throw new PlatformError('unauthorized');
  if (!REF.test(ref)) throw new PlatformError('not_found');
  const { project } = await permittedProject(db, actor, ref, 'download_backup');
  const file = UUID.test(id) ? await findFile(db, project.id, id) : undefined;
  const isThere =
    file?.state === 'ready' && (file.expires_at === null || file.expires_at.getTime() > Date.now());
  const stored = isThere ? await backupStore.stat(fileKey(ref, id)) : null;
  if (file === undefined || stored === null)
    throw new PlatformError('not_found', 'There is no such file, or no longer. Ask for a new one.');
  return {
    name: fileName(project.name, ref, file.backup_at ?? file.created_at),
    bytes: stored.bytes,
    read: () =>
      backupStore.read(stored.key).catch((error: unknown) => {
        if (!(error instanceof BackupError)) throw error;
        throw new PlatformError('not_found', error.message, { cause: error });
      }),
  };
}

const LONGEST = 60;

/** Under what name a file is saved: `quarry-2026-11-20.sql.gz`. Plain letters only, so that it needs no escaping anywhere. */
export function fileName(projectName: string, ref: string, at: Date): string {
  const plain = projectName.normalize('NFKD').replace(/\p{Mark}/gu, '');
  const slug = plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
  return `${slug || ref}-${at.toISOString().slice(0, 10)}.sql.gz`;
}
