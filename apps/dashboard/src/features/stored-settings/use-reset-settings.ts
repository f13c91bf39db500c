import type { StoredSetting } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { plainText } from './setting-labels.ts';

/** Takes stored settings back. The list shows at once what is left. */
export function useResetSettings(ref: string, onDone: () => void) {
  const queries = useQueryClient();
  const { run, isRunning } = useAction({
    mutation: orpc.storedSettings.reset.mutationOptions(),
    done: (_, { settings }) =>
      settings.length === 1
        ? `Successfully reset ${plainText(settings[0]?.name ?? '')}`
        : `Successfully reset ${settings.length} settings`,
    failed: (message) => `Failed to reset settings: ${message}`,
    onDone: (left) => {
      queries.setQueryData(orpc.storedSettings.list.queryKey({ input: { ref } }), left);
      onDone();
    },
  });
  const reset = (settings: readonly StoredSetting[]) =>
    run({ ref, settings: settings.map(({ role, database, name }) => ({ role, database, name })) });
  return { reset, isRunning };
}
