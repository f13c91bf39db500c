import type { ReactNode } from 'react';
import { useProject } from '../api/use-project.ts';
import { hasAnyAbility, type PageDeclaration } from '../lib/pages/page-declaration.ts';
import { EmptyState } from '../ui/pages/empty-state.tsx';
import { Page } from '../ui/pages/page.tsx';

interface AbilityGateProps {
  projectRef: string;
  page: PageDeclaration | undefined;
  children: ReactNode;
}

/** Shows a page of a project, or says why the person cannot see it. The server refuses in any case. */
export function AbilityGate({ projectRef, page, children }: AbilityGateProps) {
  const { data: project } = useProject(projectRef);
  if (page?.requires === undefined || project === undefined) return children;
  const { anyOf, denied, reason = 'You do not have the required permissions.' } = page.requires;
  if (hasAnyAbility(project.abilities, anyOf)) return children;
  return (
    <Page title={page.fullName ?? page.title}>
      <EmptyState
        title={denied}
        text={`${reason} An owner or administrator of the organization can change your role.`}
      />
    </Page>
  );
}
