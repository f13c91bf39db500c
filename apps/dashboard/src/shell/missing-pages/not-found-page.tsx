import { useLocation } from '@tanstack/react-router';
import { Logo } from '../../ui/pages/logo.tsx';
import { MissingPage } from './missing-page.tsx';

/** For an address that leads nowhere. */
export function NotFoundPage() {
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <MissingPage
      title="Page not found"
      heading="There is no page at this address"
      icon={<Logo size={32} />}
      text={
        <>
          <code>{path}</code> leads nowhere. It may be mistyped, or what it showed was deleted.
        </>
      }
    />
  );
}
