import type { StorageArchive } from '@basalt/contract';

/** How far the file with the objects of storage is; `fileUrl` is null while it is written. */
export type Archive = Pick<StorageArchive, 'fileUrl' | 'fileStatus' | 'error'>;

/** Its address, or why there is none. */
type ArchiveEnd = { url: string } | { failure: string };

interface ArchiveSource {
  /** Null while there is none. */
  read: () => Promise<Archive | null>;
  /** Begins to make one. */
  create: () => Promise<Archive>;
  /** Resolves when it is time to look again. */
  wait: () => Promise<void>;
  /** Called once when the file has to be made first. */
  onCreated: () => Promise<void>;
}

/**
 * The address of the file with the objects of storage: of the one that is there, else of a new one as soon as it is
 * ready. One that has failed before is made again. A look that fails while it is made says nothing about it.
 * @throws whatever refused to make one
 */
export async function fetchArchive({ read, create, wait, onCreated }: ArchiveSource): Promise<ArchiveEnd> {
  const found = await read();
  let archive = found === null || found.fileStatus === 'failed' ? await create() : found;
  if (archive.fileUrl !== null) return { url: archive.fileUrl };
  await onCreated();
  for (;;) {
    await wait();
    archive = (await read().catch(() => null)) ?? archive;
    if (archive.fileUrl !== null) return { url: archive.fileUrl };
    if (archive.fileStatus === 'failed')
      return { failure: archive.error ?? 'The file could not be written.' };
  }
}
