import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useRef } from 'react';
import { withConnect, withoutConnect } from '../../lib/connect.ts';
import { preloadable } from '../../lib/preloadable.ts';
import { usePreloaded } from '../../lib/use-preloaded.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';

const dialog = preloadable(() =>
  import('../../features/connect/connect-dialog.tsx').then((module) => module.ConnectDialog),
);

/** The Connect dialog of a project, over whatever page it is, as long as the address says so. */
export function ConnectHost({ projectRef }: { projectRef: string }) {
  const from = '/signed-in/project/$ref';
  const isOpen = useSearch({ from, select: ({ showConnect }) => showConnect === true });
  const tab = useSearch({ from, select: ({ connectTab }) => connectTab });
  const choice = useSearch({ from, select: ({ connectWith }) => connectWith });
  const navigate = useNavigate();
  usePreloaded(dialog.preload);
  useReturnFocus(isOpen);
  // From the first opening on, so that it can fade out.
  const chosen = useRef<ReturnType<typeof dialog.choose> | null>(null);
  if (isOpen) chosen.current ??= dialog.choose();
  const Dialog = chosen.current;
  if (Dialog === null) return null;
  return (
    <Suspense>
      <Dialog
        projectRef={projectRef}
        asked={isOpen ? { tab, choice } : null}
        onGo={(place) =>
          void navigate({
            to: '.',
            search: (place === null ? withoutConnect : withConnect(place.tab, place.choice)) as never,
            replace: true,
          })
        }
      />
    </Suspense>
  );
}
