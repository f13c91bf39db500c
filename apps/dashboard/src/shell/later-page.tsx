import { ComingLater } from './coming-later.tsx';
import { LATER_PAGES, type LaterPageName } from './later-pages.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { usePlace } from './use-place.ts';

/** The page for the current address among those whose content is still to come. */
export function LaterPage() {
  const { page } = usePlace();
  return Object.hasOwn(LATER_PAGES, page) ? <ComingLater page={page as LaterPageName} /> : <NotFoundPage />;
}
