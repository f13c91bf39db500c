import { useEffect, useEffectEvent, useRef } from 'react';
import { addOpenChanges } from '../lib/open-changes.ts';

interface SaveFootProps {
  /** The labels of the fields that were changed; empty while there is nothing to save. */
  changed: readonly string[];
  isRunning: boolean;
  onDiscard: () => void;
}

/**
 * Stands in each form of settings of a page: what was changed in it is told, saved and discarded by the bar at the end of the page,
 * which submits the form. Forms in dialogs have buttons of their own.
 */
export function SaveFoot({ changed, isRunning, onDiscard }: SaveFootProps) {
  const button = useRef<HTMLButtonElement>(null);
  const discard = useEffectEvent(onDiscard);
  const names = changed.join('\n');
  useEffect(() => {
    const form = button.current?.form;
    if (names === '' || form == null) return;
    return addOpenChanges({ form, changed: names.split('\n'), isRunning, discard: () => discard() });
  }, [names, isRunning]);
  // Without a button, Enter in a field would not submit.
  return (
    <button ref={button} type="submit" hidden>
      Save
    </button>
  );
}
