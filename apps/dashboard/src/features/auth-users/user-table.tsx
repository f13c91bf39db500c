import type { AuthUser } from '@basalt/contract';
import { Link } from '@tanstack/react-router';
import { DataTable, type DataTableColumn } from '../../ui/lists/data-table.tsx';
import rowLink from '../../ui/lists/row-link.module.css';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { phoneNumber, providerLabel, providersOf, userName, userTitle } from './user-names.ts';
import { UserStateLabel } from './user-state.tsx';
import classes from './user-table.module.css';

interface UserTableProps {
  projectRef: string;
  users: readonly AuthUser[];
  /** What is shown is of the question before. */
  isStale: boolean;
}

/** One page of users; a whole row leads to the user. */
export function UserTable({ projectRef, users, isStale }: UserTableProps) {
  const columns: DataTableColumn<AuthUser>[] = [
    { key: 'user', header: 'User', render: (user) => <Who projectRef={projectRef} user={user} /> },
    {
      key: 'providers',
      header: 'Signs in with',
      isMinor: true,
      render: (user) => (
        <span className={classes.providers}>{providersOf(user).map(providerLabel).join(', ') || '–'}</span>
      ),
    },
    {
      key: 'created',
      header: 'Created',
      width: 120,
      isMinor: true,
      render: ({ created_at }) => (created_at === undefined ? 'Unknown' : <TimeAgo date={created_at} />),
    },
    {
      key: 'seen',
      header: 'Last sign-in',
      width: 120,
      isMinor: true,
      render: ({ last_sign_in_at: seen }) => (seen === undefined ? 'Never' : <TimeAgo date={seen} />),
    },
    { key: 'state', header: 'State', width: 110, render: (user) => <UserStateLabel user={user} /> },
  ];
  return (
    <div className={`${classes.frame} ${classes.table}`} data-stale={isStale || undefined}>
      <DataTable label="Users" columns={columns} rows={users} rowKey={({ id }) => id} />
    </div>
  );
}

function Who({ projectRef, user }: { projectRef: string; user: AuthUser }) {
  const title = userTitle(user);
  const more = [userName(user), user.email !== '' && user.phone !== '' ? phoneNumber(user.phone) : null];
  return (
    <div className={classes.user}>
      <Link
        to="/project/$ref/auth/users/$id"
        params={{ ref: projectRef, id: user.id }}
        search={true}
        className={`${rowLink.link} ${classes.title}`}
        title={title}
      >
        <bdi>{title}</bdi>
      </Link>
      <span className={classes.more}>
        <bdi>{more.filter((part) => part !== null).join(' · ') || user.id}</bdi>
      </span>
    </div>
  );
}
