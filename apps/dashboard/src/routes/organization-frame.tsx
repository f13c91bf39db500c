import { Outlet } from '@tanstack/react-router';
import { SubMenu } from '../shell/sub-menu.tsx';
import { PageAside } from '../ui/pages/page.tsx';

/** The menu beside all pages about an organization. */
export function OrganizationFrame() {
  return (
    <PageAside value={<SubMenu name="Organization" />}>
      <Outlet />
    </PageAside>
  );
}
