import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldSentence } from '../../lib/field-errors.ts';
import { useAction } from '../../lib/use-action.ts';
import classes from './send-test-mail.module.css';
import type { MailKind } from './template-sections.ts';

interface SendTestMailProps {
  projectRef: string;
  /** What users get of this kind; null: a plain mail. */
  kind: MailKind | null;
  /** Where it goes is said before it is sent. */
  hasServer: boolean;
}

/** Sends a mail to an address that is typed in, with the settings as they are saved. */
export function SendTestMail({ projectRef, kind, hasServer }: SendTestMailProps) {
  const [recipient, setRecipient] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const send = useAction({
    mutation: orpc.mailbox.sendTest.mutationOptions(),
    done: ({ delivered }, { recipient }) =>
      delivered === 'server'
        ? `The mail server took the test mail to ${recipient}`
        : 'The test mail is in the development mailbox',
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (send.isRunning) return;
    if (recipient.trim() === '') return setProblem('Enter an e-mail address.');
    void send.run({ ref: projectRef, recipient: recipient.trim(), kind });
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        className={classes.field ?? ''}
        label="Send a test to"
        description={
          hasServer
            ? 'Goes out through the mail server, with the settings that are saved.'
            : 'Goes to the development mailbox, because there is no mail server.'
        }
        type="email"
        placeholder="me@example.com"
        value={recipient}
        error={problem ?? (send.error && fieldSentence(send.error))}
        onChange={(event) => {
          setRecipient(event.currentTarget.value);
          setProblem(null);
          send.reset();
        }}
        spellCheck={false}
      />
      <Button type="submit" loading={send.isRunning}>
        Send test mail
      </Button>
    </form>
  );
}
