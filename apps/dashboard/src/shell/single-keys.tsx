import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { usePersisted } from '../lib/persisted.ts';
import { SINGLE_KEYS, singleKey } from '../lib/single-keys.ts';
import { isOrganizationPage, isProjectPage, linkTo, usePages } from './pages.ts';
import { useShownProject } from './use-shown-project.ts';

const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then((module) => ({ default: module.ShortcutSheet })),
);

/** Milliseconds after `g` in which the letter counts. */
const PATIENCE = 1_500;

/** Keys by themselves: `?` shows all shortcuts, `g` and a letter goes to a page. */
export function SingleKeys() {
  const [isOn, setOn] = usePersisted(SINGLE_KEYS);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const goPages = useGoPages();
  const navigate = useNavigate();
  const startedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      const key = singleKey(event);
      if (key === null) return;
      // The sheet can be asked for even then: it is where they are switched on again.
      if (key === '?') {
        event.preventDefault();
        setSheetOpen(true);
      }
      if (!isOn) return;
      const page = goPages.find(({ goKey }) => goKey === key);
      const isSecond = event.timeStamp - startedAt.current < PATIENCE;
      startedAt.current = key === 'g' && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!isSecond || page === undefined) return;
      event.preventDefault();
      void navigate(page.link);
    }
    // Before the keys of lists, which the window hears: a letter after `g` is none of them.
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
  return (
    <Suspense>
      {isSheetOpen && (
        <ShortcutSheet
          goPages={goPages}
          areSingleKeysOn={isOn}
          onSwitch={setOn}
          onClose={() => setSheetOpen(false)}
        />
      )}
    </Suspense>
  );
}

/** The pages that `g` and a letter lead to from here. */
function useGoPages() {
  const ref = useShownProject();
  return usePages().flatMap((page) => {
    const { goKey, menuLabel, title } = page;
    if (goKey === undefined || isOrganizationPage(page) || (isProjectPage(page) && ref === null)) return [];
    return [
      {
        goKey,
        label: menuLabel ?? title,
        link: linkTo(page, isProjectPage(page) ? { params: { ref: ref ?? '' } } : {}),
      },
    ];
  });
}
