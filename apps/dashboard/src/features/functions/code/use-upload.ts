import { useState } from 'react';
import type { ChosenFile } from '../../../lib/dropped-files.ts';
import { checkUpload } from './check-upload.ts';
import { contentOf } from './deployment.ts';
import { folderOfEntrypoint, type SourceChange, type Sources } from './source-files.ts';

interface Waiting {
  files: readonly ChosenFile[];
  replaced: readonly string[];
}

/** Adds files from the machine beside the entrypoint, after a question where others make room. */
export function useUpload(sources: Sources, onChange: (change: SourceChange) => void) {
  const [problem, setProblem] = useState<string | null>(null);
  /** Null: nothing is asked. */
  const [waiting, setWaiting] = useState<Waiting | null>(null);

  async function add(files: readonly ChosenFile[]) {
    setWaiting(null);
    try {
      const read = files.map(async ({ file, path }) => ({
        path,
        content: contentOf(await file.arrayBuffer()),
      }));
      onChange({ type: 'upload', files: await Promise.all(read) });
    } catch {
      setProblem('A file could not be read. It may have been moved or changed meanwhile.');
    }
  }

  function choose(chosen: readonly ChosenFile[]) {
    const folder = folderOfEntrypoint(sources.entrypoint);
    const below = chosen.map(({ file, path }) => ({ file, path: folder + path, size: file.size }));
    const found = checkUpload(below, sources);
    setProblem(found.problem);
    if (found.problem !== null || found.files.length === 0) return;
    if (found.replaced.length > 0) setWaiting(found);
    else void add(found.files);
  }

  return {
    choose,
    problem,
    waiting,
    confirm: () => waiting !== null && void add(waiting.files),
    cancel: () => setWaiting(null),
  };
}
