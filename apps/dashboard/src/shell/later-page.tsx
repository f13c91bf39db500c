import { ComingLater } from './coming-later.tsx';
import { LATER_PAGES, type LaterPagePath } from './later-pages.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { usePlace } from './use-place.ts';

/** The page for the current address among those whose content is still to come. */
export function LaterPage() {
  const { path } = usePlace();
  return Object.hasOwn(LATER_PAGES, path) ? <ComingLater path={path as LaterPagePath} /> : <NotFoundPage />;
}
