import { Outlet, useParams } from '@tanstack/react-router';
import { useOrganizations } from '../api/use-organizations.ts';
import { SecondFactorNeededPage } from '../shell/missing-pages/second-factor-needed-page.tsx';
import { SubMenu } from '../shell/sub-menu.tsx';
import { PageAside } from '../ui/pages/page.tsx';

/** The menu beside all pages about an organization, or why none of them can be seen. */
export function OrganizationFrame() {
  const { slug } = useParams({ strict: false });
  const organization = useOrganizations().data?.find((one) => one.slug === slug);
  if (organization?.is_closed) return <SecondFactorNeededPage organization={organization.name} />;
  return (
    <PageAside value={<SubMenu name="Organization" />}>
      <Outlet />
    </PageAside>
  );
}
