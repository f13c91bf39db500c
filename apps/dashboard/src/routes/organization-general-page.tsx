import { OrganizationConnections } from '../features/branches/git/organization-connections.tsx';
import { OrganizationGeneral } from '../features/organization-settings/organization-general.tsx';

/** The settings of an organization, with what its projects are connected to. */
export function OrganizationGeneralPage({ slug }: { slug: string }) {
  return (
    <OrganizationGeneral slug={slug}>
      <OrganizationConnections slug={slug} />
    </OrganizationGeneral>
  );
}
