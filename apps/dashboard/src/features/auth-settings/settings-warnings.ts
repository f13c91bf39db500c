import type { AuthConfig } from '@basalt/contract';
import type { SettingName } from './setting.ts';
import type { MailKind } from './template-sections.ts';

/** What is missing for a mail server, said before the server has to say it in the names of its settings. */
export function smtpProblems(values: AuthConfig): Partial<Record<SettingName, string>> {
  const { smtp_host, smtp_port, smtp_user, smtp_pass, smtp_admin_email, smtp_sender_name } = values;
  const isWanted = [smtp_host, smtp_port, smtp_user, smtp_pass, smtp_admin_email, smtp_sender_name].some(
    Boolean,
  );
  if (!isWanted) return {};
  return {
    ...(values.smtp_host ? {} : { smtp_host: 'Enter the host name of your mail server.' }),
    ...(/^\d{1,5}$/.test(values.smtp_port ?? '') ? {} : { smtp_port: 'Enter a port, such as 587.' }),
    ...(values.smtp_admin_email ? {} : { smtp_admin_email: 'Enter the address that mail comes from.' }),
  };
}

const WAYS_ON = /\{\{-?\s*\.(?:ConfirmationURL|TokenHash|Token)\s*-?\}\}/;
const CODE = /\{\{-?\s*\.Token\s*-?\}\}/;

/** What a mail of one's own lacks, so that nobody who gets it could go on; null when nothing. An empty one is built in. */
export function templateWarning(kind: MailKind, content: string): string | null {
  if (content.trim() === '' || kind.endsWith('_notification')) return null;
  // It has no link that could stand for the code.
  if (kind === 'reauthentication')
    return CODE.test(content)
      ? null
      : 'This mail holds no code, so nobody who gets it can go on. Put {{ .Token }} where the code belongs.';
  return WAYS_ON.test(content)
    ? null
    : 'This mail holds neither a link nor a code, so nobody who gets it can go on. Put {{ .ConfirmationURL }} where the link belongs, or {{ .Token }} where the code does.';
}
