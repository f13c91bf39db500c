import type { EdgeFunction } from '@basalt/contract';
import { useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFunctionRefresh } from '../use-functions.ts';
import { deploy } from './deployment.ts';
import { type ErrorPlace, errorPlace } from './error-place.ts';
import type { SourceChange } from './source-files.ts';

/** A line of one of the files that were deployed. */
export interface FilePlace extends ErrorPlace {
  fileId: number;
}

/** Deploys files; when they cannot be loaded, the editor is led to the line that is wrong. */
export function useDeploy(options: {
  dispatch: (change: SourceChange) => void;
  onDone: (deployed: EdgeFunction) => unknown;
}) {
  const { dispatch, onDone } = options;
  const refresh = useFunctionRefresh();
  const [place, setPlace] = useState<FilePlace | null>(null);
  const goTo = (found: FilePlace | null) => {
    if (found !== null) dispatch({ type: 'open', id: found.fileId });
    // A new object, so that the editor goes there again.
    setPlace(found === null ? null : { ...found });
  };
  const { run, isRunning, error } = useAction({
    mutation: {
      mutationFn: deploy,
      onMutate: () => setPlace(null),
      onError: (failure: unknown, { sources: { files } }) => {
        const paths = files.map(({ path }) => path);
        const found = errorPlace(toApiError(failure).message, paths);
        const file = files.find(({ path }) => path === found?.path);
        goTo(found === null || file === undefined ? null : { ...found, fileId: file.id });
      },
    },
    done: 'Successfully deployed edge function',
    onDone: async (deployed) => {
      await onDone(deployed);
      await refresh();
    },
  });
  return { run, isRunning, error, place, goTo };
}
