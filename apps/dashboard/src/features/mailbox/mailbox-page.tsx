import type { Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAuthConfig } from '../../api/use-auth-config.ts';
import { useProject } from '../../api/use-project.ts';
import { useAction } from '../../lib/use-action.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './mailbox-page.module.css';
import { MessageList } from './message-list.tsx';
import { MessageView } from './message-view.tsx';
import { useMailbox } from './use-mailbox.ts';

/** What the auth service would have sent to users, had the project a server for it. */
export function MailboxPage({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef);
  if (project === undefined) return null;
  return <Mailbox project={project} />;
}

function Mailbox({ project }: { project: Project }) {
  const { q = '', message } = useSearch({ from: '/signed-in/project/$ref/auth/mailbox' });
  const navigate = useNavigate({ from: '/project/$ref/auth/mailbox' });
  const messages = useMailbox(project.ref, q);
  const isEmpty = q === '' && messages.data?.pages[0]?.messages.length === 0;
  const close = () => void navigate({ search: ({ message: _, ...rest }) => rest, replace: true });
  return (
    <Page
      title="Development mailbox"
      description="E-mails and text messages to users of this project. The newest 500 of the last seven days are kept."
      actions={!isEmpty && <ClearMailbox projectRef={project.ref} onCleared={close} />}
    >
      <MailboxNotice project={project} />
      <div className={classes.panes} data-reading={message !== undefined || undefined}>
        <div className={classes.list}>
          <MessageList project={project} messages={messages} selected={message} />
        </div>
        <div className={classes.reader}>
          {message !== undefined ? (
            <MessageView key={message} projectRef={project.ref} id={message} onClose={close} />
          ) : (
            !isEmpty && <EmptyState title="No message chosen" text="Choose one to read it." />
          )}
        </div>
      </div>
    </Page>
  );
}

/** Empties the mailbox, after asking. */
function ClearMailbox({ projectRef, onCleared }: { projectRef: string; onCleared: () => void }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const clear = useAction({
    mutation: orpc.mailbox.clear.mutationOptions(),
    done: 'Deleted all messages',
    failed: (message) => `Failed to delete messages: ${message}`,
    onDone: async () => {
      onCleared();
      await queries.invalidateQueries({ queryKey: orpc.mailbox.list.key() });
      setAsking(false);
    },
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>Delete all…</Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void clear.run({ ref: projectRef })}
        title="Delete all messages"
        confirmLabel="Delete all"
        danger
        isRunning={clear.isRunning}
      >
        All messages of this mailbox are deleted, those of a search that is not shown included. Links and
        codes in them stay valid. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

/** Why mail is here, or that new mail is not. */
function MailboxNotice({ project }: { project: Project }) {
  const { data: config, isError } = useAuthConfig(project.ref);
  if (isError && config === undefined) return null;
  if (config === undefined) return <Skeleton height={48} radius={6} />;
  if (config.hook_send_email_enabled === true) {
    return (
      <Notice
        tone="warn"
        actions={
          <ButtonLink size="xs" to="/project/$ref/auth/hooks" params={{ ref: project.ref }}>
            Hooks
          </ButtonLink>
        }
      >
        New mail is given to a hook. Only text messages and mail from before that was set are here.
      </Notice>
    );
  }
  if (!config.smtp_host) {
    return (
      <Notice
        tone="info"
        actions={
          project.abilities.update_api_config && (
            <ButtonLink size="xs" to="/project/$ref/auth/smtp" params={{ ref: project.ref }}>
              Set up SMTP
            </ButtonLink>
          )
        }
      >
        Mail comes here because no SMTP server is set. Nothing here was sent to anybody.
      </Notice>
    );
  }
  return (
    <Notice
      tone="warn"
      actions={
        <ButtonLink size="xs" to="/project/$ref/auth/smtp" params={{ ref: project.ref }}>
          SMTP settings
        </ButtonLink>
      }
    >
      New mail is sent through <bdi>{config.smtp_host}</bdi>. Only text messages and mail from before that was
      set are here.
    </Notice>
  );
}
