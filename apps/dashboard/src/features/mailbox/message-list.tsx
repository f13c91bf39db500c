import type { Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ButtonLink } from '../../ui/button-link.tsx';
import { DebouncedSearch } from '../../ui/fields/debounced-search.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './message-list.module.css';
import { MessageRow } from './message-row.tsx';
import type { useMailbox } from './use-mailbox.ts';

interface MessageListProps {
  project: Project;
  messages: ReturnType<typeof useMailbox>;
  selected: number | undefined;
}

const ROW = 58;

/** The messages, newest first, with a search for their recipients and subjects. */
export function MessageList({ project, messages, selected }: MessageListProps) {
  const { q = '' } = useSearch({ from: '/signed-in/project/$ref/auth/mailbox' });
  const navigate = useNavigate({ from: '/project/$ref/auth/mailbox' });
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = messages;
  const all = data?.pages.flatMap((page) => page.messages);

  if (all === undefined && error !== null) {
    return (
      <ErrorState error={error} title="The mailbox could not be loaded" onRetry={() => void refetch()} />
    );
  }
  if (all?.length === 0 && q === '') {
    return (
      <EmptyState
        icon={<IconMail size={28} stroke={1.5} />}
        title="No messages yet"
        text="When somebody signs up, signs in with a code or forgets a password, the message appears here at once."
        action={
          project.abilities.update_auth_users && (
            <ButtonLink
              to="/project/$ref/auth/users"
              params={{ ref: project.ref }}
              search={{ dialog: 'invite' }}
            >
              Invite a user
            </ButtonLink>
          )
        }
      />
    );
  }
  return (
    <>
      <search>
        <DebouncedSearch
          label="Search by recipient or subject"
          value={q}
          onChange={(next) =>
            void navigate({
              search: ({ q: _, ...rest }) => (next === '' ? rest : { ...rest, q: next }),
              replace: true,
            })
          }
        />
      </search>
      {all === undefined && (
        <div role="status" aria-label="Loading messages">
          <Skeleton height={5 * ROW} radius={10} />
        </div>
      )}
      {all?.length === 0 && (
        <EmptyState title="No message matches" text="Try another recipient or subject." />
      )}
      {all !== undefined && all.length > 0 && (
        <ul className={classes.list} aria-label="Messages">
          {all.map((message) => (
            <MessageRow
              key={message.id}
              projectRef={project.ref}
              message={message}
              isSelected={message.id === selected}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older messages
        </Button>
      )}
    </>
  );
}
