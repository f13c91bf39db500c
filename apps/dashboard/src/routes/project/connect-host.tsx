import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';
import { withConnect, withoutConnect } from '../../lib/connect.ts';
import { usePreloaded } from '../../lib/use-preloaded.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';

const load = () =>
  import('../../features/connect/connect-dialog.tsx').then((module) => ({ default: module.ConnectDialog }));
const ConnectDialog = lazy(load);

/** The Connect dialog of a project, over whatever page it is, as long as the address says so. */
export function ConnectHost({ projectRef }: { projectRef: string }) {
  const from = '/signed-in/project/$ref';
  const isOpen = useSearch({ from, select: ({ showConnect }) => showConnect === true });
  const tab = useSearch({ from, select: ({ connectTab }) => connectTab });
  const choice = useSearch({ from, select: ({ connectWith }) => connectWith });
  const navigate = useNavigate();
  usePreloaded(load);
  useReturnFocus(isOpen);
  const wasOpen = useRef(false);
  if (isOpen) wasOpen.current = true;
  if (!wasOpen.current) return null;
  return (
    <Suspense>
      <ConnectDialog
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
