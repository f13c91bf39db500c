/** One file on its way into a bucket. */
export interface UploadItem {
  id: string;
  ref: string;
  bucket: string;
  /** The name that it gets, with its folders. */
  path: string;
  file: File;
  /**
   * waiting: for its turn. taken: there is a file of this name, and the person is asked. paused: by the person. failed: with `problem`,
   * and can be tried again.
   */
  state: 'waiting' | 'running' | 'paused' | 'taken' | 'failed' | 'done' | 'cancelled';
  /** Whether a file of the same name is to be replaced. */
  replace: boolean;
  /** Bytes that the server has. */
  sent: number;
  problem: string | null;
}

export type UploadQueue = readonly UploadItem[];

export type UploadEvent =
  | { type: 'added'; items: readonly UploadItem[] }
  | { type: 'started' | 'paused' | 'resumed' | 'done' | 'taken' | 'cancelled'; id: string }
  | { type: 'sent'; bytes: ReadonlyMap<string, number> }
  | { type: 'failed'; id: string; problem: string }
  /** What is to become of a file whose name is taken. */
  | { type: 'answered'; id: string; answer: 'replace' | 'skip' }
  | { type: 'renamed'; id: string; path: string }
  /** What has come to an end is not listed any more. */
  | { type: 'cleared' };

/** Uploads that run at the same time: more do not make a line faster. */
const AT_ONCE = 3;

/** In which states an event means something; in others it came too late. */
const FROM: Record<string, readonly UploadItem['state'][]> = {
  started: ['waiting'],
  paused: ['waiting', 'running'],
  resumed: ['paused', 'failed'],
  done: ['running'],
  taken: ['running'],
  failed: ['running'],
  cancelled: ['waiting', 'running', 'paused', 'taken', 'failed'],
  answered: ['taken'],
  renamed: ['taken'],
};

export function advance(queue: UploadQueue, event: UploadEvent): UploadQueue {
  if (event.type === 'added') return [...queue, ...event.items];
  if (event.type === 'cleared') return queue.filter(({ state }) => state !== 'done' && state !== 'cancelled');
  if (event.type === 'sent')
    return queue.map((item) => {
      const sent = event.bytes.get(item.id);
      return sent === undefined || item.state !== 'running' ? item : { ...item, sent };
    });
  return queue.map((item) =>
    item.id === event.id && FROM[event.type]?.includes(item.state) ? after(item, event) : item,
  );
}

function after(item: UploadItem, event: Extract<UploadEvent, { id: string }>): UploadItem {
  switch (event.type) {
    case 'started':
      return { ...item, state: 'running', problem: null };
    case 'resumed':
      return { ...item, state: 'waiting', problem: null };
    case 'done':
      return { ...item, state: 'done', sent: item.file.size };
    case 'failed':
      return { ...item, state: 'failed', problem: event.problem };
    case 'answered':
      return event.answer === 'skip'
        ? { ...item, state: 'cancelled' }
        : { ...item, state: 'waiting', replace: true };
    case 'renamed':
      return { ...item, state: 'waiting', path: event.path };
    default:
      return { ...item, state: event.type };
  }
}

/** Those whose turn it is. */
export function nextToStart(queue: UploadQueue): UploadItem[] {
  const running = queue.filter(({ state }) => state === 'running').length;
  return queue.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, AT_ONCE - running));
}

export interface UploadTotals {
  /** Of those that were not cancelled. */
  count: number;
  done: number;
  bytes: number;
  sent: number;
  byState: Record<UploadItem['state'], number>;
}

export function totalsOf(queue: UploadQueue): UploadTotals {
  const byState = { waiting: 0, running: 0, paused: 0, taken: 0, failed: 0, done: 0, cancelled: 0 };
  let bytes = 0;
  let sent = 0;
  for (const item of queue) {
    byState[item.state] += 1;
    if (item.state === 'cancelled') continue;
    bytes += item.file.size;
    sent += item.sent;
  }
  return { count: queue.length - byState.cancelled, done: byState.done, bytes, sent, byState };
}

/** Whether closing the page would lose something. */
export function isUnderWay({ byState }: UploadTotals): boolean {
  return byState.waiting + byState.running + byState.paused + byState.taken > 0;
}
