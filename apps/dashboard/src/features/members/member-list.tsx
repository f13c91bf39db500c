import { MEMBERS_PER_PAGE, type Member, type Organization, type Role } from '@basalt/contract';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { DataTable, type DataTableColumn } from '../../ui/lists/data-table.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { RowMenu } from '../../ui/menus/row-menu.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { MemberProjectsDialog } from './member-projects-dialog.tsx';
import classes from './team-page.module.css';

/** A page of an organization's members. */
export const membersQuery = (slug: string, search: string, page: number) =>
  orpc.members.list.queryOptions({ input: { slug, search, page }, placeholderData: keepPreviousData });

interface MemberListProps {
  organization: Organization;
  search: string;
  page: number;
  onPage: (page: number) => void;
  onClear: () => void;
}

/** A page of the members, with what the reader may do with each. */
export function MemberList({ organization, search, page, onPage, onClear }: MemberListProps) {
  const { slug, name } = organization;
  const [leaving, setLeaving] = useState<Member | null>(null);
  const [limiting, setLimiting] = useState<Member | null>(null);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { data, error, refetch, isPlaceholderData } = useQuery(membersQuery(slug, search, page));
  // Whoever changes themselves sees other buttons everywhere.
  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: orpc.members.key() }),
      queries.invalidateQueries({ queryKey: orpc.invitations.key() }),
      queries.invalidateQueries({ queryKey: orpc.organizations.key() }),
      queries.invalidateQueries({ queryKey: orpc.projects.key() }),
    ]);
  const change = useAction({
    mutation: orpc.members.update.mutationOptions({ onError: () => void reload() }),
    done: (_, { role }) => `Changed the role to ${role}`,
    failed: (message) => `Failed to change the role: ${message}`,
    onDone: reload,
  });
  const remove = useAction({
    mutation: orpc.members.remove.mutationOptions(),
    done: () => (leaving?.is_you ? `You have left ${name}` : 'Removed the member'),
    failed: (message) => message,
    onDone: async () => {
      const isLeaving = leaving?.is_you === true;
      setLeaving(null);
      if (isLeaving) await navigate({ to: '/projects' });
      await reload();
    },
  });

  if (data === undefined)
    return error === null ? (
      <div role="status" aria-label="Loading members">
        <Skeleton height={33 + 4 * 53} radius={10} />
      </div>
    ) : (
      <ErrorState error={error} title="The members could not be loaded" onRetry={() => void refetch()} />
    );
  if (data.members.length === 0)
    return (
      <EmptyState
        title={search === '' ? 'There is no such page' : 'No member matches'}
        text={
          search === '' ? 'The list has fewer pages than that.' : 'Try another part of an e-mail address.'
        }
        action={<Button onClick={onClear}>Show all members</Button>}
      />
    );

  const { roles_to_give: givable } = data;
  const columns: DataTableColumn<Member>[] = [
    { key: 'who', header: 'Member', render: (member) => <Who member={member} /> },
    {
      key: 'joined',
      header: 'Joined',
      width: 130,
      isMinor: true,
      render: ({ joined_at }) => <TimeAgo date={joined_at} />,
    },
    {
      key: 'factor',
      header: 'Two-factor',
      width: 100,
      isMinor: true,
      render: ({ has_second_factor }) => (has_second_factor ? 'On' : 'Off'),
      inShort: ({ has_second_factor }) => `Two-factor ${has_second_factor ? 'on' : 'off'}`,
    },
    {
      key: 'role',
      header: 'Role',
      width: 160,
      render: (member) =>
        member.may_change ? (
          <ChoiceField
            label={`Role of ${member.email}`}
            value={member.role}
            options={givable.map((role) => ({ value: role, label: role }))}
            disabled={change.isRunning}
            onChange={(role) => void change.run({ slug, account_id: member.account_id, role: role as Role })}
          />
        ) : (
          member.role
        ),
    },
    {
      key: 'menu',
      header: <span className="visually-hidden">Actions</span>,
      width: 48,
      align: 'right',
      render: (member) =>
        (member.may_change || member.may_remove) && (
          <RowMenu
            label={`Actions for ${member.email}`}
            entries={() => [
              ...(member.may_change
                ? [
                    {
                      label: 'Roles in projects…',
                      reason:
                        member.role === 'Owner' || member.role === 'Administrator'
                          ? `Every ${member.role.toLowerCase()} has all projects.`
                          : null,
                      onChoose: () => setLimiting(member),
                    },
                  ]
                : []),
              ...(member.may_remove
                ? [
                    {
                      label: member.is_you ? 'Leave organization…' : 'Remove member…',
                      tone: 'danger' as const,
                      onChoose: () => setLeaving(member),
                    },
                  ]
                : []),
            ]}
          />
        ),
    },
  ];
  return (
    <>
      <div className={isPlaceholderData ? classes.stale : undefined}>
        <DataTable
          label="Members"
          columns={columns}
          rows={data.members}
          rowKey={({ account_id }) => account_id}
        />
      </div>
      <Pager
        noun={data.total === 1 ? 'member' : 'members'}
        page={page}
        pageSize={MEMBERS_PER_PAGE}
        total={data.total}
        onPage={onPage}
      />
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => {
          if (leaving !== null) void remove.run({ slug, account_id: leaving.account_id });
        }}
        title={leaving?.is_you ? 'Leave organization' : 'Remove member'}
        confirmLabel={leaving?.is_you ? 'Leave' : 'Remove'}
        danger
        isRunning={remove.isRunning}
      >
        {leaving?.is_you
          ? `You lose access to ${name} and its projects at once. Only an invitation brings you back.`
          : `${leaving?.email} loses access to ${name} and its projects at once, also with access tokens.`}
      </ConfirmDialog>
      <MemberProjectsDialog
        organization={organization}
        member={limiting}
        onClose={() => setLimiting(null)}
        onDone={reload}
      />
    </>
  );
}

function Who({ member }: { member: Member }) {
  return (
    <div className={classes.who}>
      <bdi className={classes.email} title={member.email}>
        {member.email}
      </bdi>
      {(member.is_you || differsInProjects(member)) && (
        <span className={classes.more}>
          {[member.is_you ? 'You' : null, differsInProjects(member) ? projectsOf(member) : null]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
      )}
    </div>
  );
}

const differsInProjects = ({ has_all_projects, project_roles }: Member) =>
  !has_all_projects || project_roles.length > 0;

/** “Only Shop (Developer)”, “Shop (Read-only)”. */
function projectsOf({ has_all_projects, project_roles }: Member): string {
  const list = project_roles.map(({ name, role }) => `${name} (${role})`).join(', ');
  if (has_all_projects) return list;
  return list === '' ? 'Chosen projects only' : `Only ${list}`;
}
