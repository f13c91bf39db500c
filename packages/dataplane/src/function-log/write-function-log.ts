import type { FunctionLogEntry } from '@basalt/project';
import { openLogFiles } from '../log-files/write-lines.ts';

export interface FunctionLog {
  add(ref: string, entry: FunctionLogEntry): void;
  close(): Promise<void>;
}

/** Keeps what functions write and what becomes of them in files under `root/<ref>/`, a line of JSON for each. */
export function openFunctionLog(root: string, onError: (error: unknown) => void): FunctionLog {
  const files = openLogFiles(root, onError);
  return {
    add: (ref, entry) => files.add(ref, `${JSON.stringify(entry)}\n`, entry.time),
    close: () => files.close(),
  };
}
