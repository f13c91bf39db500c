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
import { SMTP_SECTION } from './other-sections.ts';
import { SendTestMail } from './send-test-mail.tsx';
import { SettingsForm } from './settings-form.tsx';
import { smtpProblems } from './settings-warnings.ts';
import { WithAuthConfig } from './with-auth-config.tsx';

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
            title={SMTP_SECTION.title}
            actions={
              config.smtp_host && project.abilities.update_api_config && <StopSmtp projectRef={projectRef} />
            }
          >
            <SettingsForm
              projectRef={projectRef}
              config={config}
              settings={SMTP_SECTION.settings}
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
    done: 'Removed the mail server',
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
