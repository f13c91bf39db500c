import { startCompletion } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { type Command, ViewPlugin } from '@codemirror/view';

/**
 * A command that opens the list of `completion`, the extension made by `autocompletion`. Whoever presses a key for it
 * waits for nothing else: the library collects keys for 50 ms before it asks its sources, even then.
 */
export function completeNow(completion: Extension): Command {
  const parts: readonly unknown[] = Array.isArray(completion) ? completion : [];
  const plugins = parts.filter((part) => part instanceof ViewPlugin);
  return (view) => {
    const isStarted = startCompletion(view);
    for (const plugin of plugins) {
      // Not part of what the library promises: without it the list comes 50 ms later.
      const { startUpdate } = (view.plugin(plugin) ?? {}) as { startUpdate?: unknown };
      if (isStarted && typeof startUpdate === 'function') startUpdate.call(view.plugin(plugin));
    }
    return isStarted;
  };
}
