import { useEffect, useState } from 'react';
import { type Persisted, usePersisted } from '../../lib/persisted.ts';
import { useHasNoRoomForList } from '../../lib/use-is-narrow.ts';

export interface NavigationState {
  isShown: boolean;
  /** There is no room beside the editor. */
  isDrawer: boolean;
  toggle: () => void;
  close: () => void;
}

/**
 * Whether the list is there: remembered where there is room, open for a moment where there is none.
 * @param chosen key of what was chosen from it; null: nothing yet, so the list lies open
 * @param preference remembers whether it is there beside the content
 */
export function useNavigationState(chosen: string | null, preference: Persisted<boolean>): NavigationState {
  const isDrawer = useHasNoRoomForList();
  const [isPaneShown, setPaneShown] = usePersisted(preference);
  const [isDrawerOpen, setDrawerOpen] = useState(chosen === null);
  useEffect(() => {
    if (chosen !== null) setDrawerOpen(false);
  }, [chosen]);
  return isDrawer
    ? {
        isDrawer,
        isShown: isDrawerOpen,
        toggle: () => setDrawerOpen(!isDrawerOpen),
        close: () => setDrawerOpen(false),
      }
    : {
        isDrawer,
        isShown: isPaneShown,
        toggle: () => setPaneShown(!isPaneShown),
        close: () => setPaneShown(false),
      };
}
