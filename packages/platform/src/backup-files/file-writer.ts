import type { StepProgress } from '@basalt/contract';
import { QueryError } from '@basalt/postgres';
import { isDiskFull, sentenceOf } from '../kernel/failures.ts';
import type { FileWriter } from '../kernel/ports.ts';
import { keepProgress } from '../operations/step-progress.ts';
import { type FileServices, removeFile } from './file-store.ts';
import { finishFile, loadWork, writeFileProgress } from './store.ts';
import { tidyFiles } from './tidy-files.ts';
import { writeFile } from './write-file.ts';

/** How many files are written at once. Each takes one processor and about 250 MB of memory. */
const PARALLEL = 2;
const TIDY_EVERY_MS = 60_000;
/** A file that does not grow for so long is given up, for the sake of those that wait behind it. */
const STANDSTILL_MS = 15 * 60_000;
const STOOD_STILL = 'The database stopped answering while the file was written. Ask for the file again.';

/** Opens the writer; a process has one. It writes what an earlier process left unfinished, and deletes files that have expired. */
export function openFileWriter(services: FileServices): FileWriter {
  const { log } = services;
  const queue: string[] = [];
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  /**
   * Whether the remains of an earlier process have been deleted. Writing waits for that: they cannot be told from files that this
   * process is writing.
   */
  let isTidy = false;

  function write(id: string): void {
    if (running.has(id) || queue.includes(id)) return;
    queue.push(id);
    startNext();
  }

  function startNext(): void {
    if (!isTidy || stopping.signal.aborted || running.size >= PARALLEL) return;
    const id = queue.shift();
    if (id === undefined) return;
    const ended = writeOne(services, id, stopping.signal)
      .catch((error: unknown) => log('error', { err: error, file: id }, 'a file for download was given up'))
      .finally(() => {
        running.delete(id);
        startNext();
      });
    running.set(id, ended);
  }

  async function tidy(): Promise<void> {
    try {
      const awaited = await tidyFiles(services, { isFirst: !isTidy });
      isTidy = true;
      awaited.forEach(write);
    } catch (error) {
      log('warn', { err: error }, 'tidying files for download failed');
    }
    startNext();
  }

  let tidied = tidy();
  const timer = setInterval(() => {
    tidied = tidied.then(tidy);
  }, TIDY_EVERY_MS).unref();

  return {
    write,
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await Promise.all([tidied, ...running.values()]);
    },
  };
}

async function writeOne(services: FileServices, id: string, signal: AbortSignal): Promise<void> {
  const { db, backupStore, log } = services;
  const work = await loadWork(db, id);
  if (work === null) return;
  const { ref } = work.project;
  const progress = keepProgress(
    (latest) => writeFileProgress(db, id, latest),
    (error) => log('debug', { err: error, file: id }, 'progress was not written'),
  );
  const standstill = watchForStandstill();
  const report = (latest: StepProgress) => {
    standstill.hear(latest);
    progress.report(latest);
  };
  try {
    const either = AbortSignal.any([signal, standstill.signal]);
    const bytes = await writeFile(services, work, { signal: either, report });
    // False if the row is gone: the project was erased while we wrote.
    if (!(await finishFile(db, id, { bytes }))) await removeFile(backupStore, ref, work.file);
  } catch (error) {
    if (signal.aborted) return;
    log('error', { err: error, ref, file: id }, 'a file for download could not be written');
    const sentence = standstill.signal.aborted ? STOOD_STILL : failureSentence(error);
    await finishFile(db, id, { error: sentence });
  } finally {
    standstill.close();
    progress.close();
  }
}

/** Its signal fires when nothing has changed for a while. */
function watchForStandstill(): {
  signal: AbortSignal;
  hear(progress: StepProgress): void;
  close(): void;
} {
  const standstill = new AbortController();
  const timer = setTimeout(() => standstill.abort(), STANDSTILL_MS).unref();
  let known = '';
  return {
    signal: standstill.signal,
    hear: (progress) => {
      const now = JSON.stringify(progress);
      if (now !== known) timer.refresh();
      known = now;
    },
    close: () => clearTimeout(timer),
  };
}

/** Why a file could not be written, as a sentence for people. Errors that were not meant for them are not quoted. */
function failureSentence(error: unknown): string {
  const sentence = sentenceOf(error);
  if (sentence !== null) return sentence;
  if (isDiskFull(error)) return 'The disk is full. Free some space, then ask for the file again.';
  if (error instanceof QueryError) return `The database answered "${error.message}".`;
  return 'The file could not be written. The log has the details.';
}
