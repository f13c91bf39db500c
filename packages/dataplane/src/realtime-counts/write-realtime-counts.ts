import type { RealtimeCount } from '@basalt/project';
import { openLogFiles } from '../log-files/write-lines.ts';

export interface RealtimeCounts {
  add(ref: string, count: RealtimeCount): void;
  close(): Promise<void>;
}

/** Keeps how many sockets and messages projects have in files under `root/<ref>/`, a line of JSON for each count. */
export function openRealtimeCounts(root: string, onError: (error: unknown) => void): RealtimeCounts {
  const files = openLogFiles(root, onError);
  return {
    add: (ref, count) => files.add(ref, `${JSON.stringify(count)}\n`, count.time),
    close: () => files.close(),
  };
}
