import { toApiError } from '../../../api/api-error.ts';
import { api, orpc } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { ChosenFile } from '../../../lib/dropped-files.ts';
import { newId } from '../../../lib/new-id.ts';
import { sharedValue } from '../../../lib/shared-value.ts';
import { besideName } from '../paths.ts';
import {
  advance,
  isUnderWay,
  nextToStart,
  totalsOf,
  type UploadEvent,
  type UploadItem,
  type UploadQueue,
} from './upload-queue.ts';

/** How often what was sent is shown, in milliseconds. */
const SHOWN_EVERY = 150;
/** Files that arrive within this time are read into the list together, in milliseconds. */
const LISTED_EVERY = 600;
const MOST_NAMES = 100;

/** Uploads live outside of React: they go on while other pages of the dashboard are shown. */
export const uploads = sharedValue<UploadQueue>([]);

/** The last start of each upload. What an earlier one still waits for comes too late: it was paused, and the next one sends the file. */
const attempts = new Map<string, AbortController>();
/** How to throw away what the server has of an upload. */
const discards = new Map<string, () => void>();
const unshown = new Map<string, number>();
let isShowing = false;
let isListing = false;
let isGuarded = false;

/** Adds files; each starts when it is its turn. */
export function addUploads(place: { ref: string; bucket: string }, files: readonly ChosenFile[]): void {
  const items = files.map(({ file, path }): UploadItem => {
    const { ref, bucket } = place;
    const id = newId();
    return { id, ref, bucket, path, file, state: 'waiting', replace: false, sent: 0, problem: null };
  });
  tell({ type: 'added', items });
}

export function pauseUpload(id: string): void {
  tell({ type: 'paused', id });
  attempts.get(id)?.abort();
}

/** Goes on with what was paused or has failed. */
export const resumeUpload = (id: string): void => tell({ type: 'resumed', id });

/** Gives an upload up; what the server has of it is thrown away. */
export function cancelUpload(id: string): void {
  tell({ type: 'cancelled', id });
  attempts.get(id)?.abort();
  discards.get(id)?.();
  forget(id);
}

export const answerTaken = (id: string, answer: 'replace' | 'skip'): void =>
  tell({ type: 'answered', id, answer });

/** Finds a name beside the one that is taken. */
export async function keepBoth(item: UploadItem): Promise<void> {
  const { id, ref, bucket } = item;
  for (let count = 2; count <= MOST_NAMES; count++) {
    const path = besideName(item.path, count);
    const isTaken = await api.storageObjects.get({ ref, id: bucket, path }).then(
      () => true,
      () => false,
    );
    if (!isTaken) return tell({ type: 'renamed', id, path });
  }
}

export const clearUploads = (): void => tell({ type: 'cleared' });

function tell(event: UploadEvent): void {
  uploads.set(advance(uploads.get(), event));
  for (const item of nextToStart(uploads.get())) {
    uploads.set(advance(uploads.get(), { type: 'started', id: item.id }));
    void start(item);
  }
  guard();
}

function forget(id: string): void {
  attempts.delete(id);
  discards.delete(id);
}

async function start(item: UploadItem): Promise<void> {
  const { id, ref, bucket, path, replace, sent } = item;
  const askRight = () => api.storageObjects.uploadLink({ ref, id: bucket, path, replace });
  const attempt = new AbortController();
  const { signal } = attempt;
  attempts.set(id, attempt);
  try {
    const [right, { sendFile }] = await Promise.all([askRight(), import('./send-file.ts')]);
    const discard = await sendFile(item, {
      signal,
      right,
      renewRight: askRight,
      onSent: (bytes) => show(id, bytes),
      onDone: () => {
        forget(id);
        tell({ type: 'done', id });
        listAnew();
      },
      onFailed: (problem) => tell({ type: 'failed', id, problem }),
    });
    discards.set(id, discard);
  } catch (error) {
    if (signal.aborted) return;
    const { code, message } = toApiError(error);
    tell(
      code === 'conflict' && sent === 0 ? { type: 'taken', id } : { type: 'failed', id, problem: message },
    );
  }
}

function show(id: string, bytes: number): void {
  unshown.set(id, bytes);
  if (isShowing) return;
  isShowing = true;
  setTimeout(() => {
    isShowing = false;
    tell({ type: 'sent', bytes: new Map(unshown) });
    unshown.clear();
  }, SHOWN_EVERY);
}

function listAnew(): void {
  if (isListing) return;
  isListing = true;
  setTimeout(() => {
    isListing = false;
    void queryClient.invalidateQueries({ queryKey: orpc.storageObjects.key() });
  }, LISTED_EVERY);
}

const askToStay = (event: BeforeUnloadEvent) => event.preventDefault();

/** Closing the tab breaks uploads off, so the browser asks first. */
function guard(): void {
  const isNeeded = isUnderWay(totalsOf(uploads.get()));
  if (isNeeded === isGuarded) return;
  isGuarded = isNeeded;
  window[isNeeded ? 'addEventListener' : 'removeEventListener']('beforeunload', askToStay);
}
