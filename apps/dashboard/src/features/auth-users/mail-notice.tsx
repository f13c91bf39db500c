import type { Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useHasNoMailServer } from '../../api/use-auth-config.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/pages/notice.tsx';

export interface SentMail {
  /** What was sent, such as "The invitation". */
  what: string;
  recipient: string;
}

interface MailNoticeProps {
  project: Project;
  sent: SentMail;
  onClose: () => void;
}

/** Where a mail went that was sent just now. Without a mail server nobody gets it, which one has to be told. */
export function MailNotice({ project, sent, onClose }: MailNoticeProps) {
  const hasNoServer = useHasNoMailServer(project.ref);
  if (hasNoServer !== true) return null;
  const mayRead = project.abilities.read_api_keys;
  return (
    <Notice
      tone="info"
      title={`${sent.what} is in the development mailbox`}
      actions={
        <>
          {mayRead && (
            <ButtonLink
              size="xs"
              to="/project/$ref/auth/mailbox"
              params={{ ref: project.ref }}
              search={{ q: sent.recipient }}
            >
              Open mailbox
            </ButtonLink>
          )}
          <Button size="xs" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p>
        This project has no SMTP server, so the mail to <bdi>{sent.recipient}</bdi> was not sent to anybody.
        {!mayRead && ' You need additional permissions to read the mailbox.'}
      </p>
    </Notice>
  );
}
