import type { Project } from '@basalt/contract';
import { ButtonLink } from '../button-link.tsx';

interface SupportLinkProps {
  project: Pick<Project, 'ref'>;
  subject: string;
  /** What is known already, for whoever helps. */
  message?: string | undefined;
}

/** Leads to support with everything filled in that is known here. */
export function SupportLink({ project, subject, message }: SupportLinkProps) {
  return (
    <ButtonLink
      to="/support/new"
      search={{
        category: 'Database_unresponsive',
        ref: project.ref,
        subject,
        ...(message === undefined ? {} : { message }),
      }}
    >
      Contact support
    </ButtonLink>
  );
}
