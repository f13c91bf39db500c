import { POLL } from '@basalt/contract';
import { toApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { downloadLink } from '../../lib/download-link.ts';
import { type LongToast, showLongToast } from '../../lib/long-toast.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { type Archive, fetchArchive } from './fetch-archive.ts';

const DONE = 'Downloading storage objects';
const failed = (message: string) => `Failed to create storage archive: ${message}`;

/** Downloads the objects of storage as one file, which is made first where there is none. Goes on on other pages. */
export function useStorageArchive(ref: string) {
  const { run, isRunning } = useAction({ mutation: { mutationFn: () => downloadArchive(ref) } });
  return { download: () => run(undefined), isPreparing: isRunning };
}

async function downloadArchive(ref: string): Promise<void> {
  let toast: LongToast | undefined;
  const say = (tone: 'done' | 'failed', text: string) =>
    toast === undefined ? void showToast(tone, text) : toast.replace(tone, text);
  try {
    const end = await fetchArchive({
      read: () => readArchive(ref),
      create: () => api.backups.createStorageArchive({ ref }),
      wait: () => new Promise((resolve) => setTimeout(resolve, POLL.storageArchive)),
      onCreated: async () => {
        toast = await showLongToast('Preparing storage objects. This can take a while.');
      },
    });
    if ('failure' in end) return say('failed', failed(end.failure));
    downloadLink(end.url);
    say('done', DONE);
  } catch (error) {
    say('failed', failed(toApiError(error).message));
  }
}

/** "Not found" means that none was made yet. */
async function readArchive(ref: string): Promise<Archive | null> {
  try {
    return await api.backups.storageArchive({ ref });
  } catch (error) {
    if (toApiError(error).code === 'not_found') return null;
    throw error;
  }
}
