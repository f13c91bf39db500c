import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { usePersisted } from '../../lib/persisted.ts';
import { navigationShownPreference } from './preferences.ts';

export interface NavigationState {
  isShown: boolean;
  /** There is no room beside the editor. */
  isDrawer: boolean;
  toggle: () => void;
  close: () => void;
}

/** Whether the list is there: remembered where there is room, open for a moment where there is none. */
export function useNavigationState(documentKey: string): NavigationState {
  const isDrawer = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [isPaneShown, setPaneShown] = usePersisted(navigationShownPreference);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document was chosen in the drawer
  useEffect(() => setDrawerOpen(false), [documentKey]);
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
