import { useOrganizations } from '../../api/use-organizations.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './organization-general.module.css';
import { RenameOrganization } from './rename-organization.tsx';
import { ROLE_TEXTS } from './role-texts.ts';

/** An organization's name, its identifiers and what the reader may do in it. */
export function OrganizationGeneral({ slug }: { slug: string }) {
  const organizations = useOrganizations();
  const organization = organizations.data?.find((one) => one.slug === slug);
  if (organizations.isError && organizations.data === undefined) {
    return (
      <Page title="Organization settings" width="narrow">
        <ErrorState error={organizations.error} onRetry={() => void organizations.refetch()} />
      </Page>
    );
  }
  if (organizations.data === undefined) {
    return (
      <Page title="Organization settings" width="narrow">
        <Skeleton height={138} radius={10} />
        <Skeleton height={220} radius={10} />
      </Page>
    );
  }
  if (organization === undefined) {
    return (
      <Page title="Organization not found" width="narrow">
        <EmptyState
          title="There is no such organization"
          text={
            <>
              No organization of yours has the address <code>{slug}</code>. It may have another name, or you
              are not a member of it.
            </>
          }
          action={<ButtonLink to="/projects">Go to your projects</ButtonLink>}
        />
      </Page>
    );
  }
  const { role, project_count: projectCount } = organization;
  return (
    <Page title="Organization settings" width="narrow">
      <RenameOrganization key={slug} organization={organization} />
      <Section title="Identity">
        <dl className={classes.facts}>
          <dt>Slug</dt>
          <dd>
            <CodeLine value={slug} label="organization slug" />
          </dd>
          <dt>Projects</dt>
          <dd>{projectCount}</dd>
        </dl>
      </Section>
      <Section title="Roles" description="What each role may do. Your own is marked.">
        <dl className={classes.facts}>
          {ROLE_TEXTS.map(([name, text]) => (
            <div key={name} className={classes.role} data-own={name === role || undefined}>
              <dt>
                {name}
                {name === role && <span className={classes.own}>Your role</span>}
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </Page>
  );
}
