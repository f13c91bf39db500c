import type { Project } from '@basalt/contract';
import { usePlan } from '../api/use-plan.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import type { ProblemKind } from './health.ts';
import { documentOf, REMEDY_LABELS, remedyOf } from './remedies.ts';

interface RemedyLinksProps {
  kind: ProblemKind | 'state';
  project: Project;
}

/** Where to read about a problem, and where it is mended. */
export function RemedyLinks({ kind, project }: RemedyLinksProps) {
  return (
    <>
      <DocumentLink to={documentOf(kind)} />
      <RemedyLink kind={kind} project={project} />
    </>
  );
}

function RemedyLink({ kind, project }: RemedyLinksProps) {
  const params = { ref: project.ref };
  const children = REMEDY_LABELS[kind];
  const remedy = remedyOf(kind, usePlan(project.organization_slug));
  switch (remedy.page) {
    case 'home':
      return (
        <ButtonLink size="xs" to="/project/$ref" params={params}>
          {children}
        </ButtonLink>
      );
    case 'general':
      return (
        <ButtonLink size="xs" to="/project/$ref/settings/general" params={params}>
          {children}
        </ButtonLink>
      );
    case 'compute-and-disk':
      return (
        <ButtonLink size="xs" to="/project/$ref/settings/compute-and-disk" params={params}>
          {children}
        </ButtonLink>
      );
    case 'backups':
      return (
        <ButtonLink size="xs" to="/project/$ref/database/backups/scheduled" params={params} search={{}}>
          {children}
        </ButtonLink>
      );
    case 'database':
      return (
        <ButtonLink size="xs" to="/project/$ref/settings/database" params={params}>
          {children}
        </ButtonLink>
      );
    case 'smtp':
      return (
        <ButtonLink size="xs" to="/project/$ref/auth/smtp" params={params}>
          {children}
        </ButtonLink>
      );
    case 'running-queries':
      return (
        <ButtonLink size="xs" to="/project/$ref/sql" params={params} search={{ viewOngoingQueries: true }}>
          {children}
        </ButtonLink>
      );
    case 'billing':
      return (
        <ButtonLink
          size="xs"
          to="/org/$slug/billing"
          params={{ slug: project.organization_slug }}
          search={{ panel: 'subscriptionPlan', source: 'resource_exhaustion_banner' }}
        >
          {children}
        </ButtonLink>
      );
    case 'infrastructure':
      return (
        <ButtonLink
          size="xs"
          to="/project/$ref/settings/infrastructure"
          params={params}
          search={{}}
          {...(remedy.hash === undefined ? {} : { hash: remedy.hash })}
        >
          {children}
        </ButtonLink>
      );
  }
}

/** Leads to what is written about a problem, in a tab of its own: whoever reads must not lose the page. */
function DocumentLink({ to }: { to: { name: string; hash: string } | null }) {
  if (to === null) return null;
  return (
    <ButtonLink
      size="xs"
      variant="subtle"
      to="/docs/$name"
      params={{ name: to.name }}
      hash={to.hash}
      target="_blank"
      rel="noopener"
    >
      Documentation
    </ButtonLink>
  );
}
