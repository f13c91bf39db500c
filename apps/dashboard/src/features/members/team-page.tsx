import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useOrganizations } from '../../api/use-organizations.ts';
import { DebouncedSearch } from '../../ui/fields/debounced-search.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { NoOrganization } from '../../ui/pages/no-organization.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { InvitationList, invitationsQuery } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog, type ShownLink } from './link-dialog.tsx';
import { MemberList, membersQuery } from './member-list.tsx';
import { RoleTexts } from './role-texts.tsx';
import classes from './team-page.module.css';

/** Who belongs to an organization, as what, and who is invited. */
export function TeamPage({ slug }: { slug: string }) {
  const organizations = useOrganizations();
  const { q = '', page = 1, dialog } = useSearch({ from: '/signed-in/organization-pages/org/$slug/team' });
  const navigate = useNavigate({ from: '/org/$slug/team' });
  const [link, setLink] = useState<ShownLink | null>(null);
  if (organizations.data === undefined) {
    return (
      <Page title="Team">
        {organizations.isError ? (
          <ErrorState error={organizations.error} onRetry={() => void organizations.refetch()} />
        ) : (
          <Skeleton height={36} lines={6} />
        )}
      </Page>
    );
  }
  const organization = organizations.data.find((one) => one.slug === slug);
  if (organization === undefined) return <NoOrganization slug={slug} />;
  const mayManage = organization.abilities.manage_members;
  const closeDialog = () => void navigate({ search: ({ dialog: _, ...rest }) => rest });
  return (
    <Page
      title="Team"
      description="Who belongs to this organization, and what they may do in its projects."
      actions={
        <GuardedButton
          variant="filled"
          reason={
            mayManage
              ? null
              : 'You do not have the required permissions to change the members of this organization.'
          }
          onClick={() => void navigate({ search: (search) => ({ ...search, dialog: 'invite' }) })}
        >
          Invite member
        </GuardedButton>
      }
    >
      <search className={classes.search}>
        <DebouncedSearch
          label="Search by e-mail address"
          value={q}
          onChange={(next) =>
            void navigate({
              search: ({ q: _, page: __, ...rest }) => (next === '' ? rest : { ...rest, q: next }),
              replace: true,
            })
          }
        />
      </search>
      <MemberList
        organization={organization}
        search={q}
        page={page}
        onPage={(next) =>
          void navigate({
            search: ({ page: _, ...rest }) => (next === 1 ? rest : { ...rest, page: next }),
          })
        }
        onClear={() => void navigate({ search: ({ q: _, page: __, ...rest }) => rest })}
      />
      <WhenListed slug={slug} search={q} page={page}>
        <InvitationList slug={slug} onLink={setLink} />
        <RoleTexts own={organization.role} />
      </WhenListed>
      <InviteDialog
        slug={slug}
        opened={mayManage && dialog === 'invite'}
        onClose={closeDialog}
        onLink={setLink}
      />
      <LinkDialog link={link} onClose={() => setLink(null)} />
    </Page>
  );
}

/** What stands below the lists: how long they are is known when they have come, and nothing moves. */
function WhenListed({
  slug,
  search,
  page,
  children,
}: {
  slug: string;
  search: string;
  page: number;
  children: ReactNode;
}) {
  const members = useQuery(membersQuery(slug, search, page));
  const invitations = useQuery(invitationsQuery(slug));
  return members.isPending || invitations.isPending ? null : children;
}
