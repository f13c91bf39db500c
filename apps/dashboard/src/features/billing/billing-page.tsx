import type { Organization } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { orpc } from '../../api/client.ts';
import { useOrganizations } from '../../api/use-organizations.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { NoOrganization } from '../../ui/pages/no-organization.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './billing.module.css';
import { PlanPanel } from './plan-panel.tsx';
import { PLAN_NAMES, planSentences } from './plan-texts.ts';

const PATH = '/org/$slug/billing';

/** The plan of an organization. */
export function BillingPage({ slug }: { slug: string }) {
  const organizations = useOrganizations();
  const organization = organizations.data?.find((one) => one.slug === slug);
  if (organizations.data !== undefined && organization === undefined) return <NoOrganization slug={slug} />;
  return (
    <Page
      title="Billing"
      description="What this organization may use. Nothing is charged on your own machine."
      width="narrow"
    >
      {organizations.isError && organizations.data === undefined && (
        <ErrorState error={organizations.error} onRetry={() => void organizations.refetch()} />
      )}
      {organization === undefined ? (
        !organizations.isError && <Loading />
      ) : (
        <Plan organization={organization} />
      )}
    </Page>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the plan">
      <Skeleton height={220} radius={10} />
    </div>
  );
}

function Plan({ organization }: { organization: Organization }) {
  const { slug, abilities } = organization;
  const { panel } = useSearch({ from: `/signed-in/organization-pages${PATH}` });
  const navigate = useNavigate({ from: PATH });
  const { data, error, refetch } = useQuery(orpc.subscriptions.get.queryOptions({ input: { slug } }));
  if (data === undefined)
    return error === null ? (
      <Loading />
    ) : (
      <ErrorState error={error} title="The plan could not be loaded" onRetry={() => void refetch()} />
    );
  const present = data.plans.find(({ id }) => id === data.plan.id);
  return (
    <>
      <Section
        title="Subscription plan"
        actions={
          <GuardedButton
            reason={
              abilities.amend_subscription ? null : 'You need additional permissions to amend subscriptions.'
            }
            onClick={() => void navigate({ search: { panel: 'subscriptionPlan' } })}
          >
            Change plan…
          </GuardedButton>
        }
      >
        <p className={classes.head}>{PLAN_NAMES[data.plan.id]}</p>
        {present !== undefined && (
          <ul className={classes.facts}>
            {planSentences(present).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Usage" description="What the projects of this organization used, day by day.">
        <ButtonLink to="/org/$slug/usage" params={{ slug }}>
          See the usage
        </ButtonLink>
      </Section>
      <PlanPanel
        // Another plan starts afresh.
        key={data.plan.id}
        organization={organization}
        subscription={data}
        opened={panel === 'subscriptionPlan'}
        onClose={() => void navigate({ search: {}, replace: true })}
      />
    </>
  );
}
