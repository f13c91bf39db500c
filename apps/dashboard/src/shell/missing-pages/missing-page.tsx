import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Page } from '../../ui/pages/page.tsx';

interface MissingPageProps {
  title: string;
  heading: string;
  text: ReactNode;
  icon?: ReactNode;
}

/** Says that something is not there, and shows the way back. */
export function MissingPage({ title, heading, text, icon }: MissingPageProps) {
  return (
    <Page title={title} width="narrow">
      <EmptyState
        icon={icon}
        title={heading}
        text={text}
        action={
          <ButtonLink to="/projects" variant="filled">
            Go to your projects
          </ButtonLink>
        }
      />
    </Page>
  );
}
