import { toApiError } from '../../../api/api-error.ts';
import { api } from '../../../api/client.ts';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { showLongToast } from '../../../lib/long-toast.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { folderOf, nameOf } from '../paths.ts';

interface Place {
  ref: string;
  bucket: string;
}

/** For looking and downloading, in seconds. */
export const LINK_SECONDS = 3_600;
/** Files whose links are asked for together, so that each is fresh when it is used. */
const SIGNED_TOGETHER = 100;
/** A browser keeps the archive until it is whole. In bytes. */
const LARGEST_ARCHIVE = 4 * 1024 ** 3;

/** Downloads one file from the project. @throws what the call throws, or that the file is gone */
export async function downloadFile({ ref, bucket }: Place, path: string): Promise<void> {
  const [link] = await api.storageObjects.sign({ ref, id: bucket, paths: [path], expires_in: LINK_SECONDS });
  if (link?.url == null) throw new Error('There is no such file any more.');
  const anchor = document.createElement('a');
  anchor.href = asDownload(link.url, nameOf(path));
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}

/** The address under which the browser saves a file in place of showing it. */
export const asDownload = (url: string, name: string) => `${url}&download=${encodeURIComponent(name)}`;

interface Found {
  path: string;
  size: number | null;
}

/** Downloads files and folders as one archive, which the browser packs. Says in a toast how it goes. */
export async function downloadArchive(
  place: Place,
  { entries, name }: { entries: readonly Found[]; name: string },
): Promise<void> {
  const toast = await showLongToast(`Packing ${name}.zip`);
  try {
    const objects = await collect(place, entries);
    const bytes = objects.reduce((sum, { size }) => sum + (size ?? 0), 0);
    if (bytes > LARGEST_ARCHIVE) {
      const sizes = `${byteSize(bytes)}, and a browser packs at most ${byteSize(LARGEST_ARCHIVE)}`;
      return toast.replace('failed', `These files have ${sizes}. Use the S3 protocol for so many.`);
    }
    const base = folderOf(entries[0]?.path ?? '');
    const { downloadZip } = await import('client-zip');
    const archive = await downloadZip(contents(place, objects, base)).blob();
    saveFile(`${name}.zip`, 'application/zip', archive);
    toast.replace('done', `Packed ${objects.length.toLocaleString('en')} files, ${byteSize(bytes)}`);
  } catch (error) {
    const reason = error instanceof Missing ? error.message : toApiError(error).message;
    toast.replace('failed', `${name}.zip was not made: ${reason}`);
  }
}

class Missing extends Error {}

async function collect({ ref, bucket }: Place, entries: readonly Found[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const entry of entries) {
    if (!entry.path.endsWith('/')) {
      found.push(entry);
      continue;
    }
    let cursor: string | undefined;
    do {
      const page = await api.storageObjects.listDeep({
        ref,
        id: bucket,
        folder: entry.path,
        ...(cursor === undefined ? {} : { cursor }),
      });
      found.push(...page.objects.filter(({ path }) => isFileName(path)));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }
  return found;
}

/** Names that SQL may have written and that no folder of this machine may meet. */
const isFileName = (path: string) => !path.split('/').some((part) => ['', '.', '..'].includes(part));

async function* contents({ ref, bucket }: Place, objects: readonly Found[], base: string) {
  for (let at = 0; at < objects.length; at += SIGNED_TOGETHER) {
    const paths = objects.slice(at, at + SIGNED_TOGETHER).map(({ path }) => path);
    const links = await api.storageObjects.sign({ ref, id: bucket, paths, expires_in: LINK_SECONDS });
    for (const { path, url } of links) {
      const response = url === null ? null : await fetch(url);
      if (response === null || !response.ok) throw new Missing(`${path} could not be read.`);
      yield { name: path.slice(base.length), input: response };
    }
  }
}
