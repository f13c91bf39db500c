import type { Project } from '@basalt/contract';
import { useAuthConfig } from '../../api/use-auth-config.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';

/** Why mail is here, or that new mail is not. */
export function MailboxNotice({ project }: { project: Project }) {
  const { data: config, isError } = useAuthConfig(project.ref);
  if (isError && config === undefined) return null;
  if (config === undefined) return <Skeleton height={48} radius={6} />;
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
      New mail goes out for real through <bdi>{config.smtp_host}</bdi>. Only text messages and mail from
      before that was set are here.
    </Notice>
  );
}
