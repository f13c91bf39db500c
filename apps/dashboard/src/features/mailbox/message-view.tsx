import type { MailboxMessage } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { MessageBody } from './message-body.tsx';
import { isWebLink, messageKind, recipientLabel } from './message-kind.ts';
import classes from './message-view.module.css';

interface MessageViewProps {
  projectRef: string;
  id: number;
  onClose: () => void;
}

/** One message as its recipient would have got it. */
export function MessageView({ projectRef, id, onClose }: MessageViewProps) {
  return (
    <>
      <div className={classes.back}>
        <Button onClick={onClose}>All messages</Button>
      </div>
      <Message projectRef={projectRef} id={id} onClose={onClose} />
    </>
  );
}

function Message({ projectRef, id, onClose }: MessageViewProps) {
  // A message never changes.
  const { data, error, refetch } = useQuery(
    orpc.mailbox.get.queryOptions({
      input: { ref: projectRef, id },
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
  if (error !== null && toApiError(error).status === 404) {
    return (
      <EmptyState
        title="This message is gone"
        text="It was deleted, or it was older than seven days."
        action={<Button onClick={onClose}>Show the others</Button>}
      />
    );
  }
  if (error !== null && data === undefined) {
    return (
      <ErrorState error={error} title="The message could not be loaded" onRetry={() => void refetch()} />
    );
  }
  if (data === undefined) return <Skeleton height={480} radius={10} />;
  return (
    <Section
      title={data.subject === '' ? messageKind(data.kind) : data.subject}
      actions={<DeleteMessage projectRef={projectRef} id={id} onDeleted={onClose} />}
    >
      <div className={classes.body}>
        <FactList
          facts={[
            { label: 'Recipient', value: <bdi>{recipientLabel(data)}</bdi>, copy: recipientLabel(data) },
            { label: 'Kind', value: messageKind(data.kind) },
            { label: 'Written', value: <TimeAgo date={data.created_at} /> },
          ]}
        />
        <MessageKeys message={data} />
        <MessageBody message={data} />
      </div>
    </Section>
  );
}

/** What a message lets its reader in with, ready to be used. */
function MessageKeys({ message: { code, link } }: { message: MailboxMessage }) {
  return (
    <>
      {code !== null && (
        <div className={classes.field}>
          <h3 className={classes.name}>Code</h3>
          <CodeLine value={code} label="code" />
        </div>
      )}
      {link !== null && (
        <div className={classes.field}>
          <h3 className={classes.name}>Link</h3>
          <div className={classes.linkRow}>
            <div className={classes.link}>
              <CodeLine value={link} label="link" />
            </div>
            {isWebLink(link) && (
              <Button component="a" href={link} target="_blank" rel="noopener noreferrer">
                Open
              </Button>
            )}
          </div>
        </div>
      )}
    </>
  );
}

interface DeleteMessageProps {
  projectRef: string;
  id: number;
  onDeleted: () => void;
}

/** Takes one message out of the mailbox, after asking. */
function DeleteMessage({ projectRef, id, onDeleted }: DeleteMessageProps) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useAction({
    mutation: orpc.mailbox.delete.mutationOptions(),
    done: 'Deleted the message',
    failed: (message) => `Failed to delete message: ${message}`,
    onDone: async () => {
      onDeleted();
      await queries.invalidateQueries({ queryKey: orpc.mailbox.list.key() });
    },
  });
  return (
    <>
      <Button size="xs" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove.run({ ref: projectRef, id })}
        title="Delete message"
        confirmLabel="Delete message"
        danger
        isRunning={remove.isRunning}
      >
        Its link and code stay valid until they expire. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
