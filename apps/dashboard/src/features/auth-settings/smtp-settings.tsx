import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { authConfigQuery } from '../../api/use-auth-config.ts';
import { useAction } from '../../lib/use-action.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { SendTestMail } from './send-test-mail.tsx';
import type { Setting } from './setting.ts';
import { SettingsForm } from './settings-form.tsx';
import { smtpProblems } from './settings-warnings.ts';
import { WithAuthConfig } from './with-auth-config.tsx';

const SERVER: readonly Setting[] = [
  { kind: 'text', name: 'smtp_host', label: 'Host', placeholder: 'smtp.example.com' },
  {
    kind: 'text',
    name: 'smtp_port',
    label: 'Port',
    description: 'Usually 587, or 465 for TLS from the start.',
    placeholder: '587',
  },
  { kind: 'text', name: 'smtp_user', label: 'User name' },
  { kind: 'secret', name: 'smtp_pass', label: 'Password' },
  {
    kind: 'text',
    name: 'smtp_admin_email',
    label: 'Sender address',
    description: 'Mail comes from this address. Your server must be allowed to send for it.',
    placeholder: 'no-reply@example.com',
  },
  { kind: 'text', name: 'smtp_sender_name', label: 'Sender name', placeholder: 'Example' },
  {
    kind: 'number',
    name: 'smtp_max_frequency',
    label: 'Time between two mails to one user',
    unit: 'seconds',
  },
];

/** The server that mail to users goes out through. */
export function SmtpSettings({ projectRef }: { projectRef: string }) {
  return (
    <WithAuthConfig
      projectRef={projectRef}
      title="SMTP"
      description="The server that sign-up, recovery and other mails to users go out through."
      heights={[64, 620]}
    >
      {(project, config) => (
        <>
          {config.hook_send_email_enabled === true ? (
            <Notice
              tone="warn"
              actions={
                <ButtonLink size="xs" to="/project/$ref/auth/hooks" params={{ ref: projectRef }}>
                  Hooks
                </ButtonLink>
              }
            >
              Mail to users is given to a hook, and not to a server.
            </Notice>
          ) : config.smtp_host ? (
            <Notice tone="info">Mail to users is sent through this server.</Notice>
          ) : (
            <Notice
              tone="info"
              title="No server is set"
              actions={
                <ButtonLink size="xs" to="/project/$ref/auth/mailbox" params={{ ref: projectRef }}>
                  Open mailbox
                </ButtonLink>
              }
            >
              Mail to users is kept in the development mailbox and not sent to anybody.
            </Notice>
          )}
          <Section
            title="Mail server"
            actions={
              config.smtp_host && project.abilities.update_api_config && <StopSmtp projectRef={projectRef} />
            }
          >
            <SettingsForm
              projectRef={projectRef}
              config={config}
              settings={SERVER}
              what="SMTP"
              check={smtpProblems}
              mayUpdate={project.abilities.update_api_config}
            />
          </Section>
          {config.smtp_host && project.abilities.update_api_config && (
            <Section title="Test" description="Sends a mail to see whether the server takes it.">
              <SendTestMail projectRef={projectRef} kind={null} hasServer />
            </Section>
          )}
        </>
      )}
    </WithAuthConfig>
  );
}

const NOTHING = {
  smtp_host: null,
  smtp_port: null,
  smtp_user: null,
  smtp_pass: null,
  smtp_admin_email: null,
  smtp_sender_name: null,
};

/** Goes back to the development mailbox, after asking. */
function StopSmtp({ projectRef }: { projectRef: string }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const stop = useAction({
    mutation: orpc.authConfig.v1Update.mutationOptions(),
    done: 'Successfully removed the mail server',
    failed: (message) => `Failed to remove the mail server: ${message}`,
    onDone: (saved) => {
      queries.setQueryData(authConfigQuery(projectRef).queryKey, saved);
      setAsking(false);
    },
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>Remove server…</Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void stop.run({ ref: projectRef, ...NOTHING })}
        title="Remove the mail server"
        confirmLabel="Remove server"
        danger
        isRunning={stop.isRunning}
      >
        Mail to users is no longer sent; it goes to the development mailbox. The settings, the password
        included, are deleted.
      </ConfirmDialog>
    </>
  );
}
