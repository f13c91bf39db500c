import { useEffect } from 'react';
import { pageTitle, useShownPageName } from '../lib/pages/page-title.ts';
import { useCurrentNames } from './use-current-names.ts';
import { usePlace } from './use-place.ts';

/** Keeps the document's title true to the page. */
export function DocumentTitle() {
  const { section, title: page } = usePlace();
  const { project, organization } = useCurrentNames();
  // The page's own name comes first: "General | Settings | shop | Acme | Basalt".
  const entity = useShownPageName() ?? undefined;
  const title = pageTitle({
    entity,
    section: page,
    surface: section,
    project: project?.name,
    organization: organization?.name,
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
