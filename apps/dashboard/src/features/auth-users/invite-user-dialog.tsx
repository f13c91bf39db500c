import '../../theme/dialog.ts';
import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useHasNoMailServer } from '../../api/use-auth-config.ts';
import { fieldSentence } from '../../lib/field-errors.ts';
import form from '../../ui/form.module.css';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import type { SentMail } from './mail-notice.tsx';
import { useUserAction } from './use-user-action.ts';

interface InviteUserDialogProps {
  projectRef: string;
  opened: boolean;
  onClose: () => void;
  onSent: (sent: SentMail) => void;
}

/** Makes a user who still has to accept, and mails them the link for it. */
export function InviteUserDialog({ opened, onClose, ...rest }: InviteUserDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Invite user" closeButtonProps={{ 'aria-label': 'Close' }}>
      <InviteForm onClose={onClose} {...rest} />
    </Modal>
  );
}

function InviteForm({ projectRef, onClose, onSent }: Omit<InviteUserDialogProps, 'opened'>) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const hasNoServer = useHasNoMailServer(projectRef);
  const invite = useUserAction({
    mutation: orpc.authUsers.invite.mutationOptions(),
    done: (_, { email }) => `Invited ${email}`,
    onDone: (_, { email }) => {
      onSent({ what: 'The invitation', recipient: email });
      onClose();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (invite.isRunning) return;
    if (email.trim() === '') return setProblem('Enter an e-mail address.');
    void invite.run({ ref: projectRef, email: email.trim() });
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={email !== '' && !invite.isRunning} />
      <TextInput
        label="E-mail address"
        type="email"
        description={
          hasNoServer === true
            ? 'The link to accept goes to the development mailbox, because there is no SMTP server.'
            : 'They get a mail with a link to accept.'
        }
        value={email}
        error={problem ?? (invite.error && fieldSentence(invite.error))}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setProblem(null);
          invite.reset();
        }}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
      />
      <div className={form.foot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={invite.isRunning}>
          Send invitation
        </Button>
      </div>
    </form>
  );
}
