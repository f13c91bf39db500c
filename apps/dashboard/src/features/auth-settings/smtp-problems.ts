import type { AuthConfig } from '@basalt/contract';
import type { SettingName } from './setting.ts';

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
