import type { EdgeFunction } from '@basalt/contract';
import { useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFunctionRefresh } from '../use-functions.ts';
import { deploy } from './deployment.ts';
import { type ErrorPlace, errorPlace } from './error-place.ts';
import type { SourceChange } from './source-files.ts';

/** Deploys files; when they cannot be loaded, the editor is led to the line that is wrong. */
export function useDeploy(options: {
  dispatch: (change: SourceChange) => void;
  onDone: (deployed: EdgeFunction) => unknown;
}) {
  const { dispatch, onDone } = options;
  const refresh = useFunctionRefresh();
  const [place, setPlace] = useState<ErrorPlace | null>(null);
  const { run, isRunning, error, reset } = useAction({
    mutation: {
      mutationFn: deploy,
      onMutate: () => setPlace(null),
      onError: (error: unknown, { sources: { files } }) => {
        const found = errorPlace(
          toApiError(error).message,
          files.map(({ path }) => path),
        );
        setPlace(found);
        const file = files.find(({ path }) => path === found?.path);
        if (file !== undefined) dispatch({ type: 'open', id: file.id });
      },
    },
    done: 'Successfully deployed edge function',
    onDone: async (deployed) => {
      await onDone(deployed);
      await refresh();
    },
  });
  return { run, isRunning, error, place, reset, goTo: (found: ErrorPlace) => setPlace({ ...found }) };
}
