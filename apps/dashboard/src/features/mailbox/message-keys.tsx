import type { MailboxMessage } from '@basalt/contract';
import { Button } from '@mantine/core';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { isWebLink } from './message-kind.ts';
import classes from './message-view.module.css';

/** What a message lets its reader in with, ready to be used. */
export function MessageKeys({ message: { code, link } }: { message: MailboxMessage }) {
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
