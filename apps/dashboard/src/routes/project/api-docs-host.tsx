import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';
import { withDocs } from '../../lib/api-docs.ts';
import { usePreloaded } from '../../lib/use-preloaded.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';

const load = () =>
  import('../../features/api-docs/api-docs-modal.tsx').then((module) => ({ default: module.ApiDocsModal }));
const ApiDocsModal = lazy(load);

/** The API docs of a project, over whatever page it is, as long as the address says so. */
export function ApiDocsHost({ projectRef }: { projectRef: string }) {
  const from = '/signed-in/project/$ref';
  const section = useSearch({ from, select: ({ apiDocs }) => apiDocs });
  const item = useSearch({ from, select: ({ apiDocsItem }) => apiDocsItem });
  const navigate = useNavigate();
  usePreloaded(load);
  useReturnFocus(section !== undefined);
  const wasOpen = useRef(false);
  if (section !== undefined) wasOpen.current = true;
  if (!wasOpen.current) return null;
  return (
    <Suspense>
      <ApiDocsModal
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
