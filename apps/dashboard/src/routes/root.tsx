import { createRootRoute, Outlet } from '@tanstack/react-router';
import { DocumentTitle } from '../shell/document-title.tsx';
import { FocusKeeper } from '../shell/focus-keeper.tsx';
import { ToastHost } from '../shell/toast-host.tsx';
import { ErrorState } from '../ui/pages/error-state.tsx';
import { Page } from '../ui/pages/page.tsx';

export const rootRoute = createRootRoute({
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
