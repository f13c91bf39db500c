import { useOrganizations } from '../../../api/use-organizations.ts';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { NoOrganization } from '../../../ui/pages/no-organization.tsx';
import { Page } from '../../../ui/pages/page.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { OpenIdSection } from './open-id-section.tsx';
import { RequiredFactor } from './required-factor.tsx';

/** What members need to sign in, and with what else than a password they can. */
export function SecurityPage({ slug }: { slug: string }) {
  const organizations = useOrganizations();
  const organization = organizations.data?.find((one) => one.slug === slug);
  if (organizations.data !== undefined && organization === undefined) return <NoOrganization slug={slug} />;
  return (
    <Page title="Security" description="What members need to reach this organization." width="narrow">
      {organization !== undefined && (
        <>
          <RequiredFactor organization={organization} />
          <OpenIdSection key={organization.slug} organization={organization} />
        </>
      )}
      {organization === undefined &&
        (organizations.isError ? (
          <ErrorState error={organizations.error} onRetry={() => void organizations.refetch()} />
        ) : (
          <Skeleton height={180} radius={10} />
        ))}
    </Page>
  );
}
