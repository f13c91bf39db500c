import type { AuthUser, Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { ActionRow, ActionRows } from '../../ui/lists/action-row.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { MailNotice, type SentMail } from './mail-notice.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { useUserAction } from './use-user-action.ts';
import classes from './user-page.module.css';

interface SignInSectionProps {
  project: Project;
  user: AuthUser;
}

/** What helps a user to sign in. */
export function SignInSection({ project, user }: SignInSectionProps) {
  const [sent, setSent] = useState<SentMail | null>(null);
  const [isSettingPassword, setSettingPassword] = useState(false);
  const confirm = useUserAction({
    mutation: orpc.authUsers.update.mutationOptions(),
    done: 'Confirmed the address',
    failed: (message) => `Failed to confirm the address: ${message}`,
  });
  const recover = useUserAction({
    mutation: orpc.authUsers.recover.mutationOptions(),
    done: 'Sent the password recovery',
    failed: (message) => `Failed to send password recovery: ${message}`,
    onDone: (_, { email }) => setSent({ what: 'The password recovery', recipient: email }),
  });
  const sendLink = useUserAction({
    mutation: orpc.authUsers.magicLink.mutationOptions(),
    done: 'Sent the magic link',
    failed: (message) => `Failed to send magic link: ${message}`,
    onDone: (_, { email }) => setSent({ what: 'The magic link', recipient: email }),
  });
  const { ref } = project;
  const { id, email, phone } = user;
  if (!project.abilities.update_auth_users) {
    return (
      <Section
        title="Help with signing in"
        description="You need additional permissions to change users of this project."
      />
    );
  }
  const unconfirmed =
    (email !== '' && user.email_confirmed_at === undefined && 'e-mail address') ||
    (phone !== '' && user.phone_confirmed_at === undefined && 'phone number');
  return (
    <Section title="Help with signing in">
      <ActionRows label="Help with signing in">
        {unconfirmed && (
          <ActionRow
            title={`Confirm the ${unconfirmed}`}
            text="As if the user had opened the link or entered the code. Do it only when you know that it is theirs."
            action={
              <Button
                loading={confirm.isRunning}
                onClick={() =>
                  void confirm.run({
                    ref,
                    id,
                    ...(unconfirmed === 'phone number' ? { phone_confirm: true } : { email_confirm: true }),
                  })
                }
              >
                Confirm {unconfirmed}
              </Button>
            }
          />
        )}
        {email !== '' && (
          <ActionRow
            title="Password recovery"
            text="Mails a link with which the user sets a new password."
            action={
              <Button loading={recover.isRunning} onClick={() => void recover.run({ ref, email })}>
                Send password recovery
              </Button>
            }
          />
        )}
        {email !== '' && (
          <ActionRow
            title="Magic link"
            text="Mails a link that signs the user in without a password."
            action={
              <Button loading={sendLink.isRunning} onClick={() => void sendLink.run({ ref, email })}>
                Send magic link
              </Button>
            }
          />
        )}
        <ActionRow
          title="Password"
          text="Sets a new one without telling the user. All sessions end."
          action={<Button onClick={() => setSettingPassword(true)}>Set password…</Button>}
        />
      </ActionRows>
      {sent !== null && (
        <div className={classes.notice}>
          <MailNotice project={project} sent={sent} onClose={() => setSent(null)} />
        </div>
      )}
      <PasswordDialog
        projectRef={ref}
        user={user}
        opened={isSettingPassword}
        onClose={() => setSettingPassword(false)}
      />
    </Section>
  );
}
