import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { DeleteMessage } from './delete-message.tsx';
import { MessageBody } from './message-body.tsx';
import { MessageKeys } from './message-keys.tsx';
import { messageKind, recipientLabel } from './message-kind.ts';
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
