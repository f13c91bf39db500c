/** How far the file with the objects of storage is; `fileUrl` is null while it is written. */
export interface Archive {
  fileUrl: string | null;
  fileStatus: string;
}

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
 * ready. A look that fails while it is made says nothing about it.
 * @returns null when making it has failed
 * @throws whatever refused to make one
 */
export async function fetchArchive({ read, create, wait, onCreated }: ArchiveSource): Promise<string | null> {
  let archive = (await read()) ?? (await create());
  if (archive.fileUrl !== null) return archive.fileUrl;
  await onCreated();
  for (;;) {
    await wait();
    archive = (await read().catch(() => null)) ?? archive;
    if (archive.fileUrl !== null) return archive.fileUrl;
    if (/fail|error/i.test(archive.fileStatus)) return null;
  }
}
