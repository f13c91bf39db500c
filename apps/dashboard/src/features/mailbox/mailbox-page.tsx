import type { Project } from '@basalt/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useProject } from '../../api/use-project.ts';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { ClearMailbox } from './clear-mailbox.tsx';
import { MailboxNotice } from './mailbox-notice.tsx';
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
