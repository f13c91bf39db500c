import { useParams } from '@tanstack/react-router';
import { OrganizationGeneral } from '../../features/organization-settings/organization-general.tsx';

export function GeneralPage() {
  const { slug } = useParams({ from: '/signed-in/org/$slug/general' });
  return <OrganizationGeneral slug={slug} />;
}
