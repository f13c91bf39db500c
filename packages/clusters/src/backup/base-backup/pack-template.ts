import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { parseSegmentName, segmentAt, segmentStart } from '../wal/wal-names.ts';
import { LONG_HEADER_BYTES, systemIdentifierOf } from '../wal/wal-page.ts';

const LOG = 'pg_wal';

/** A tar of a stopped data directory, as base backups have it. */
export interface PackedFolder {
  tar: Pack;
  /** Resolves when all of it has been read, with the bytes of its files. */
  finished: Promise<number>;
}

/**
 * Packs a cleanly stopped data directory that nobody changes. Of its log only what the checkpoint at its end needs is taken:
 * earlier segments are over, and later ones are empty files that wait to be written.
 * @param checkpoint where that checkpoint is in the log
 */
export function packStopped(dataDirectory: string, checkpoint: bigint): PackedFolder {
  const tar = pack();
  const finished = addFolder(tar, dataDirectory, '', checkpoint).then(
    (bytes) => {
      tar.finalize();
      return bytes;
    },
    (error: unknown) => {
      tar.destroy(error as Error);
      throw error;
    },
  );
  return { tar, finished };
}

async function addFolder(tar: Pack, root: string, folder: string, checkpoint: bigint): Promise<number> {
  let bytes = 0;
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const path = join(root, name);
    if (entry.isDirectory()) {
      tar.entry({ name, type: 'directory', mode: 0o700 });
      bytes += await addFolder(tar, root, name, checkpoint);
    } else if (entry.isFile() && (folder !== LOG || (await isNeeded(path, entry.name, checkpoint)))) {
      const { size } = await stat(path);
      await pipeline(
        createReadStream(path),
        tar.entry({ name, size, mode: 0o600 }) as unknown as NodeJS.WritableStream,
      );
      bytes += size;
    }
  }
  return bytes;
}

async function isNeeded(path: string, name: string, checkpoint: bigint): Promise<boolean> {
  const segment = parseSegmentName(name);
  if (!segment || segment.number < segmentAt(checkpoint)) return false;
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(LONG_HEADER_BYTES), 0, LONG_HEADER_BYTES, 0);
    return systemIdentifierOf(buffer, segmentStart(segment.number)) !== null;
  } finally {
    await file.close();
  }
}
