import { useLocation } from '@tanstack/react-router';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Logo } from '../ui/logo.tsx';
import { Page } from '../ui/page.tsx';

/** For an address that leads nowhere. */
export function NotFoundPage() {
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <Page title="Page not found" width="narrow">
      <EmptyState
        icon={<Logo size={32} />}
        title="There is no page at this address"
        text={
          <>
            <code>{path}</code> leads nowhere. It may be mistyped, or what it showed was deleted.
          </>
        }
        action={
          <ButtonLink to="/projects" variant="filled">
            Go to your projects
          </ButtonLink>
        }
      />
    </Page>
  );
}
