import { Section } from '../../ui/pages/section.tsx';
import type { Setting } from './setting.ts';
import { SettingsForm } from './settings-form.tsx';
import { WithAuthConfig } from './with-auth-config.tsx';

/** How often something may happen in a project, whoever asks. */
const PROJECT_LIMITS: readonly Setting[] = [
  { kind: 'number', name: 'rate_limit_email_sent', label: 'E-mails', unit: 'per hour' },
  { kind: 'number', name: 'rate_limit_sms_sent', label: 'Text messages', unit: 'per hour' },
];

/** How often one client address may do something. */
const CLIENT_LIMITS: readonly Setting[] = [
  {
    kind: 'number',
    name: 'rate_limit_otp',
    label: 'Sign-ups and requests for codes and links',
    unit: 'in 5 minutes',
  },
  {
    kind: 'number',
    name: 'rate_limit_verify',
    label: 'Attempts to use a code or link',
    unit: 'in 5 minutes',
  },
  {
    kind: 'number',
    name: 'rate_limit_token_refresh',
    label: 'Sign-ins and refreshes of a session',
    unit: 'in 5 minutes',
  },
  { kind: 'number', name: 'rate_limit_web3', label: 'Sign-ins with a wallet', unit: 'in 5 minutes' },
  {
    kind: 'number',
    name: 'rate_limit_anonymous_users',
    label: 'Anonymous sign-ins',
    unit: 'per hour',
  },
];

/** How often one user may get a message. */
const USER_LIMITS: readonly Setting[] = [
  { kind: 'number', name: 'smtp_max_frequency', label: 'Between two e-mails', unit: 'seconds' },
  { kind: 'number', name: 'sms_max_frequency', label: 'Between two text messages', unit: 'seconds' },
];

const SECTIONS = [
  {
    title: 'Whole project',
    description: 'For everybody together. Protects the reputation of your mail server.',
    settings: PROJECT_LIMITS,
  },
  {
    title: 'One client address',
    description: 'Protects users from guessing and your project from floods.',
    settings: CLIENT_LIMITS,
  },
  { title: 'One user', description: 'Keeps others from filling a mailbox.', settings: USER_LIMITS },
];

/** How often people may sign up, sign in and ask for messages. */
export function RateLimits({ projectRef }: { projectRef: string }) {
  return (
    <WithAuthConfig
      projectRef={projectRef}
      title="Rate limits"
      description="How often something may be asked for. What goes beyond is refused with status 429."
      heights={[260, 460, 260]}
    >
      {(project, config) =>
        SECTIONS.map(({ title, description, settings }) => (
          <Section key={title} title={title} description={description}>
            <SettingsForm
              projectRef={projectRef}
              config={config}
              settings={settings}
              what="rate limit"
              mayUpdate={project.abilities.update_api_config}
            />
          </Section>
        ))
      }
    </WithAuthConfig>
  );
}
