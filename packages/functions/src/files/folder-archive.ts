import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { extract, type Header, type Pack, pack } from 'tar-stream';

/** A folder with everything in it as one compressed stream. Nobody may change it meanwhile. */
export function packFolder(folder: string): Readable {
  const tar = pack();
  // The stream tells of what fails.
  addFolder(tar, folder, '').then(
    () => tar.finalize(),
    (error: Error) => tar.destroy(error),
  );
  return Readable.from(compressed(tar), { objectMode: false });
}

/**
 * Makes a new folder of what {@link packFolder} gave. Whatever the stream says, nothing is written outside of it: links are made as
 * they are, and none is followed.
 */
export async function unpackFolder(folder: string, content: Readable): Promise<void> {
  await mkdir(folder, { mode: 0o755 });
  const folders = new Set(['']);
  const tar = extract();
  await Promise.all([
    pipeline(content, createZstdDecompress(), tar as unknown as NodeJS.WritableStream),
    (async () => {
      for await (const entry of tar) {
        const { name, type, mode, linkname } = entry.header;
        const path = name.replace(/\/$/, '');
        checkPath(path, folders);
        if (type === 'directory') {
          await mkdir(join(folder, path), { mode: mode ?? 0o755 });
          folders.add(path);
          entry.resume();
        } else if (type === 'symlink') {
          await symlink(linkname ?? '', join(folder, path));
          entry.resume();
        } else if (type === 'file')
          await pipeline(
            entry as unknown as NodeJS.ReadableStream,
            createWriteStream(join(folder, path), { flags: 'wx', mode: mode ?? 0o644 }),
          );
        else throw new Error(`The archive of a function holds ${name}, which is no file.`);
      }
    })(),
  ]);
}

async function addFolder(tar: Pack, root: string, path: string): Promise<void> {
  const entries = await readdir(join(root, path), { withFileTypes: true });
  for (const { name } of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const at = path === '' ? name : `${path}/${name}`;
    const found = await lstat(join(root, at));
    const header = { name: at, mode: found.mode & 0o777 };
    if (found.isDirectory()) {
      await addEntry(tar, { ...header, type: 'directory' });
      await addFolder(tar, root, at);
    } else if (found.isSymbolicLink())
      await addEntry(tar, { ...header, type: 'symlink', linkname: await readlink(join(root, at)) });
    else {
      const entry = tar.entry({ ...header, type: 'file', size: found.size });
      await pipeline(createReadStream(join(root, at)), entry as unknown as NodeJS.WritableStream);
    }
  }
}

function addEntry(tar: Pack, header: Partial<Header> & { name: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry(header, (error) => (error ? reject(error) : resolve()));
  });
}

async function* compressed(tar: Pack): AsyncGenerator<Buffer> {
  const packed = createZstdCompress();
  const done = pipeline(tar as unknown as NodeJS.ReadableStream, packed);
  done.catch(() => {});
  yield* packed as AsyncIterable<Buffer>;
  await done;
}

/** A folder of ours must be around it: a link would lead elsewhere. */
function checkPath(path: string, folders: ReadonlySet<string>): void {
  const parent = dirname(path);
  const isPlain = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isPlain || path.includes('\0') || !folders.has(parent === '.' ? '' : parent))
    throw new Error('The archive of a function names a file outside of its folder.');
}
