import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useRef } from 'react';
import { withDocs } from '../../lib/api-docs.ts';
import { preloadable } from '../../lib/preloadable.ts';
import { usePreloaded } from '../../lib/use-preloaded.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';

const dialog = preloadable(() =>
  import('../../features/api-docs/api-docs-modal.tsx').then((module) => module.ApiDocsModal),
);

/** The API docs of a project, over whatever page it is, as long as the address says so. */
export function ApiDocsHost({ projectRef }: { projectRef: string }) {
  const from = '/signed-in/project/$ref';
  const section = useSearch({ from, select: ({ apiDocs }) => apiDocs });
  const item = useSearch({ from, select: ({ apiDocsItem }) => apiDocsItem });
  const navigate = useNavigate();
  usePreloaded(dialog.preload);
  useReturnFocus(section !== undefined);
  // From the first opening on, so that it can fade out.
  const chosen = useRef<ReturnType<typeof dialog.choose> | null>(null);
  if (section !== undefined) chosen.current ??= dialog.choose();
  const Dialog = chosen.current;
  if (Dialog === null) return null;
  return (
    <Suspense>
      <Dialog
        projectRef={projectRef}
        place={section === undefined ? null : { section, item: item ?? null }}
        onGo={(place) =>
          void navigate({
            to: '.',
            search: withDocs(place?.section, place?.item ?? undefined) as never,
            replace: true,
          })
        }
      />
    </Suspense>
  );
}
