import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { LATER_PAGES, type LaterPageName } from './later-pages.ts';

/** An honest page for an address whose content is still to come. */
export function ComingLater({ page }: { page: LaterPageName }) {
  const { title, text } = LATER_PAGES[page];
  return (
    <Page title={title} width="narrow">
      <EmptyState title="Not here yet" text={text} />
    </Page>
  );
}
