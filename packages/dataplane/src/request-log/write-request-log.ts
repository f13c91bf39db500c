import type { RequestLogEntry } from '@basalt/project';
import { openLogFiles } from '../log-files/write-lines.ts';
import { openKeyUseNotes } from './key-use.ts';
import { formatEntry } from './log-line.ts';

export interface RequestLog {
  add(ref: string, entry: RequestLogEntry): void;
  /** Remembers that a project's key, known by its hash, was accepted just now. */
  noteKey(ref: string, hash: string): void;
  /** Writes what waits. */
  close(): Promise<void>;
}

/** Keeps the requests of every project in files under `root/<ref>/`. */
export function openRequestLog(root: string, onError: (error: unknown) => void): RequestLog {
  const files = openLogFiles(root, onError);
  const keys = openKeyUseNotes(root, onError);
  return {
    add: (ref, entry) => files.add(ref, formatEntry(entry), entry.time),
    noteKey: keys.note,
    async close() {
      await keys.close();
      await files.close();
    },
  };
}
