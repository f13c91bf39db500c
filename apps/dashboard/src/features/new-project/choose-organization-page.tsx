import { Link } from '@tanstack/react-router';
import { useOrganizations } from '../../api/use-organizations.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import item from '../../ui/menu-item.module.css';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';

/** Asks which organization a new project belongs to. */
export function ChooseOrganizationPage() {
  const organizations = useOrganizations().data ?? [];
  const open = organizations.filter((one) => one.abilities.create_project);
  return (
    <Page title="New project" width="narrow">
      {open.length === 0 ? (
        <EmptyState
          title="There is no organization in which you can create a project"
          text="Create an organization of your own, or ask an owner or administrator of yours to create the project."
          action={
            <ButtonLink to="/projects" search={{ dialog: 'new-organization' }} variant="filled">
              New organization
            </ButtonLink>
          }
        />
      ) : (
        <Section title="Which organization does it belong to?">
          <ul>
            {open.map(({ slug, name }) => (
              <li key={slug}>
                <Link to="/new/$slug" params={{ slug }} className={item.item} title={name}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Page>
  );
}
