import { MAX_STORAGE_PATHS } from '@basalt/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, toApiError } from '../../api/api-error.ts';
import { api, orpc } from '../../api/client.ts';
import { folderOf, nameOf } from './paths.ts';

interface Place {
  ref: string;
  bucket: string;
}

export interface ObjectChange<Input> {
  run: (input: Input) => void;
  isRunning: boolean;
  /** Objects that are done so far. */
  count: number;
  error: ApiError | null;
  reset: () => void;
}

/** A change to many objects: the server works for some seconds at a time and is asked until it is done. */
function useObjectChange<Input>(
  steps: (input: Input) => (() => Promise<{ count: number; is_done: boolean }>)[],
  onDone: (count: number, input: Input) => void,
): ObjectChange<Input> {
  const queries = useQueryClient();
  const [count, setCount] = useState(0);
  const mutation = useMutation({
    mutationFn: async (input: Input) => {
      let total = 0;
      setCount(0);
      for (const step of steps(input))
        for (;;) {
          const answer = await step();
          total += answer.count;
          setCount(total);
          if (answer.is_done) break;
        }
      return total;
    },
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: orpc.storageObjects.key() }),
  });
  return {
    run: (input) => mutation.mutate(input),
    isRunning: mutation.isPending,
    count,
    error: mutation.isError ? toApiError(mutation.error) : null,
    reset: mutation.reset,
  };
}

/** Deletes files and folders, by their paths. */
export function useDeletion({ ref, bucket }: Place, onDone: (count: number) => void) {
  return useObjectChange<readonly string[]>(
    (paths) =>
      inParts(paths).map((some) => () => api.storageObjects.delete({ ref, id: bucket, paths: some })),
    onDone,
  );
}

export interface Move {
  from: string;
  to: string;
}

/** Gives files and folders other paths. */
export function useMove({ ref, bucket }: Place, onDone: (count: number, moves: readonly Move[]) => void) {
  return useObjectChange<readonly Move[]>(
    (moves) => inParts(moves).map((some) => () => api.storageObjects.move({ ref, id: bucket, moves: some })),
    onDone,
  );
}

/** Where each goes when all are put into a folder; those that are there already stay. */
export function movesInto(folder: string, paths: readonly string[]): Move[] {
  return paths
    .filter((path) => folderOf(path) !== folder)
    .map((from) => ({ from, to: `${folder}${nameOf(from)}${from.endsWith('/') ? '/' : ''}` }));
}

function inParts<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [];
  for (let at = 0; at < items.length; at += MAX_STORAGE_PATHS)
    parts.push(items.slice(at, at + MAX_STORAGE_PATHS));
  return parts;
}
