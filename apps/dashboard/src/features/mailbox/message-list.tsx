import type { MailboxEntry, Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ButtonLink } from '../../ui/button-link.tsx';
import { DebouncedSearch } from '../../ui/fields/debounced-search.tsx';
import rowLink from '../../ui/lists/row-link.module.css';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { messageKind, recipientLabel } from './message-kind.ts';
import classes from './message-list.module.css';
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

interface MessageRowProps {
  projectRef: string;
  message: MailboxEntry;
  isSelected: boolean;
}

/** One message of the list. Its code is shown here already, because that is what people come for. */
function MessageRow({ projectRef, message, isSelected }: MessageRowProps) {
  const { id, subject, kind, code, channel, created_at } = message;
  const recipient = recipientLabel(message);
  return (
    <li className={classes.row} data-selected={isSelected || undefined}>
      <div className={classes.line}>
        <Link
          to="/project/$ref/auth/mailbox"
          params={{ ref: projectRef }}
          search={(search) => ({ ...search, message: id })}
          className={`${rowLink.link} ${classes.recipient}`}
          aria-current={isSelected || undefined}
          title={recipient}
        >
          <bdi>{recipient}</bdi>
        </Link>
        <span className={classes.when}>
          <TimeAgo date={created_at} />
        </span>
      </div>
      <div className={classes.line}>
        <span className={classes.subject} title={subject || undefined}>
          <bdi>{channel === 'sms' ? `Text message: ${messageKind(kind)}` : subject}</bdi>
        </span>
        {code !== null && <code className={classes.code}>{code}</code>}
      </div>
    </li>
  );
}
