import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { usePlace } from '../use-place.ts';
import { LATER_PAGES, type LaterPagePath } from './later-pages.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** The page for the current address among those whose content is still to come. */
export function LaterPage() {
  const { path } = usePlace();
  return Object.hasOwn(LATER_PAGES, path) ? <ComingLater path={path as LaterPagePath} /> : <NotFoundPage />;
}

/** An honest page for an address whose content is still to come. */
function ComingLater({ path }: { path: LaterPagePath }) {
  const { title, text } = LATER_PAGES[path];
  const { projectRef } = usePlace();
  return (
    <Page title={title} width="narrow">
      <EmptyState
        title="Not here yet"
        text={text}
        action={
          projectRef === null ? (
            <ButtonLink to="/projects">Go to your projects</ButtonLink>
          ) : (
            <ButtonLink to="/project/$ref" params={{ ref: projectRef }}>
              Go to project home
            </ButtonLink>
          )
        }
      />
    </Page>
  );
}
