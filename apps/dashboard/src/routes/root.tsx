import { createRootRoute, Outlet } from '@tanstack/react-router';
import { pressShown } from '../lib/next-paint.ts';
import { DocumentTitle } from '../shell/document-title.tsx';
import { FocusKeeper } from '../shell/focus-keeper.tsx';
import { ToastHost } from '../shell/toast-host.tsx';
import { ErrorState } from '../ui/pages/error-state.tsx';
import { Page } from '../ui/pages/page.tsx';

/** Of the page that was asked for last. */
let path = '';

export const rootRoute = createRootRoute({
  // The menu shows where it leads before the next page is made: that takes longer. What a page keeps in its address changes at once.
  beforeLoad: ({ preload, location: { pathname } }) => {
    if (preload || pathname === path) return;
    path = pathname;
    return pressShown();
  },
  component: () => (
    <>
      <DocumentTitle />
      <Outlet />
      <FocusKeeper />
      <ToastHost />
    </>
  ),
  errorComponent: ({ error, reset }) => (
    <Page title="Basalt" width="narrow">
      <ErrorState error={error} title="This page could not be loaded" onRetry={reset} />
    </Page>
  ),
});
