import { Navigate, Outlet, useMatches, useParams } from '@tanstack/react-router';
import { findOrganization, useOrganizations } from '../api/use-organizations.ts';
import { BudgetBanner } from '../features/usage/budget-banner.tsx';
import { SecondFactorNeededPage } from '../shell/missing-pages/second-factor-needed-page.tsx';
import { SubMenu } from '../shell/sub-menu.tsx';
import { PageAside } from '../ui/pages/page.tsx';

/** The menu beside all pages about an organization, or why none of them can be seen. A former slug leads on to the present one. */
export function OrganizationFrame() {
  const { slug } = useParams({ strict: false });
  // One of the pages below, all of which have the slug as their one parameter.
  const page = useMatches({ select: (matches) => matches.at(-1)?.fullPath }) as '/org/$slug/general';
  const organization = findOrganization(useOrganizations().data, slug);
  if (organization !== undefined && organization.slug !== slug)
    return <Navigate to={page} params={{ slug: organization.slug }} search hash replace />;
  if (organization?.is_closed) return <SecondFactorNeededPage organization={organization.name} />;
  return (
    <PageAside value={<SubMenu name="Organization" />}>
      {organization !== undefined && <BudgetBanner slug={organization.slug} />}
      <Outlet />
    </PageAside>
  );
}
