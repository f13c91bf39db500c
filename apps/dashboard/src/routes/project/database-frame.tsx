import { Outlet } from '@tanstack/react-router';
import { SubMenu } from '../../shell/sub-menu.tsx';
import { PageAside } from '../../ui/pages/page.tsx';

/** The pages about a database, with the menu that leads from one to the other. */
export function DatabaseFrame() {
  return (
    <PageAside value={<SubMenu name="Database" />}>
      <Outlet />
    </PageAside>
  );
}
