import { IconShieldLock } from '@tabler/icons-react';
import { toApiError } from '../../api/api-error.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Page } from '../../ui/pages/page.tsx';

/** Stands in for the pages of an organization that requires a second factor, and for those of its projects. */
export function SecondFactorNeededPage({ organization }: { organization: string }) {
  return (
    <Page title="Two-factor sign-in required" width="narrow">
      <EmptyState
        icon={<IconShieldLock size={28} stroke={1.5} />}
        title={`${organization} requires two-factor sign-in`}
        text="Your account has no second factor yet, so this organization and its projects are closed to you, with access tokens too. Everything is there again as soon as it is set up."
        action={
          <ButtonLink to="/account" hash="two-factor-sign-in" variant="filled">
            Set up two-factor sign-in
          </ButtonLink>
        }
      />
    </Page>
  );
}

/** The organization that a call was refused for, because the account has no second factor; null: it failed for another reason. */
export function organizationThatRequiresFactor(error: unknown): string | null {
  const { status, details } = toApiError(error);
  if (status !== 403 || typeof details !== 'object' || details === null) return null;
  const { second_factor, organization } = details as { second_factor?: unknown; organization?: unknown };
  return second_factor === 'missing' && typeof organization === 'string' ? organization : null;
}
