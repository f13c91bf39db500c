import type { Plan, Project } from '@basalt/contract';
import { ButtonLink } from '../ui/button-link.tsx';
import type { ShownKind } from './active-warnings.ts';
import { correctionOf } from './choose-warning.ts';

interface CorrectionLinkProps {
  kind: ShownKind;
  project: Project;
  plan: Plan;
  children: string;
}

/** Leads to where a warning is corrected. */
export function CorrectionLink({ kind, project, plan, children }: CorrectionLinkProps) {
  const params = { ref: project.ref };
  const correction = correctionOf({ kind }, plan);
  switch (correction.page) {
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
          {...(correction.hash === undefined ? {} : { hash: correction.hash })}
        >
          {children}
        </ButtonLink>
      );
  }
}
