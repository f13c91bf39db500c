import { AUTH_USERS_PER_PAGE, type Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { orpc } from '../../api/client.ts';
import { usePublicKey } from '../../api/use-public-key.ts';
import { signUpCode } from '../../lib/client-code.ts';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { userSort } from './user-filters.tsx';
import { UserTable } from './user-table.tsx';

/** Users sign up while one looks; this often the list asks again, in milliseconds. */
const REFRESH = 15_000;
const TABLE_HEAD = 33;
const ROW = 49;

interface UserListProps {
  project: Project;
  onCreate: () => void;
}

/** The users that the address asks for, or why there are none. */
export function UserList({ project, onCreate }: UserListProps) {
  const { q = '', sort: wanted, page = 1 } = useSearch({ from: '/signed-in/project/$ref/auth/users' });
  const navigate = useNavigate({ from: '/project/$ref/auth/users' });
  const { sort, order } = userSort(wanted);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    orpc.authUsers.list.queryOptions({
      input: { ref: project.ref, search: q, page, per_page: AUTH_USERS_PER_PAGE, sort, order },
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH,
    }),
  );

  if (data === undefined && error !== null) {
    return <ErrorState error={error} title="The users could not be loaded" onRetry={() => void refetch()} />;
  }
  if (data === undefined) {
    return (
      <div role="status" aria-label="Loading users">
        <Skeleton height={TABLE_HEAD + 8 * ROW} radius={10} />
      </div>
    );
  }
  if (data.total === 0 && q === '') return <NoUsers project={project} onCreate={onCreate} />;
  if (data.total === 0) {
    return (
      <EmptyState
        title="No user matches"
        text="Try another part of an e-mail address, phone number or name, or the beginning of an id."
        action={
          <Button onClick={() => void navigate({ search: ({ q: _, page: __, ...rest }) => rest })}>
            Show all users
          </Button>
        }
      />
    );
  }
  const goTo = (next: number) =>
    void navigate({ search: ({ page: _, ...rest }) => (next === 1 ? rest : { ...rest, page: next }) });
  if (data.users.length === 0) {
    return (
      <EmptyState
        title="There is no such page"
        text="The list has fewer pages than that."
        action={<Button onClick={() => goTo(1)}>Go to the first page</Button>}
      />
    );
  }
  return (
    <>
      <UserTable projectRef={project.ref} users={data.users} isStale={isPlaceholderData} />
      <Pager
        noun={data.total === 1 ? 'user' : 'users'}
        page={page}
        pageSize={AUTH_USERS_PER_PAGE}
        total={data.total}
        isEstimate={data.is_estimate}
        onPage={goTo}
      />
    </>
  );
}

/** What a project without users shows: make one by hand, or see how an application makes them. */
function NoUsers({ project, onCreate }: { project: Project; onCreate: () => void }) {
  const key = usePublicKey(project);
  const mayChange = project.abilities.update_auth_users;
  return (
    <>
      <EmptyState
        icon={<IconUsers size={28} stroke={1.5} />}
        title="No users yet"
        text={
          mayChange
            ? 'Users appear here when they sign up in an application, or when you create them.'
            : 'Users appear here when they sign up in an application.'
        }
        action={mayChange && <Button onClick={onCreate}>Create the first user</Button>}
      />
      <Section title="Sign up from an application" description="With the JavaScript client, as it is.">
        <CodeBlock label="sign-up example" value={signUpCode(project, key)} />
      </Section>
    </>
  );
}
