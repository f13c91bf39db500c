import type { MailboxEntry } from '@basalt/contract';
import { Link } from '@tanstack/react-router';
import rowLink from '../../ui/lists/row-link.module.css';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { messageKind, recipientLabel } from './message-kind.ts';
import classes from './message-list.module.css';

interface MessageRowProps {
  projectRef: string;
  message: MailboxEntry;
  isSelected: boolean;
}

/** One message of the list. Its code is shown here already, because that is what people come for. */
export function MessageRow({ projectRef, message, isSelected }: MessageRowProps) {
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
