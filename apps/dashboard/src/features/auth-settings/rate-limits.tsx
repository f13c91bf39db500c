import { Section } from '../../ui/pages/section.tsx';
import { CLIENT_LIMITS, PROJECT_LIMITS, USER_LIMITS } from './rate-limit-settings.ts';
import { SettingsForm } from './settings-form.tsx';
import { WithAuthConfig } from './with-auth-config.tsx';

const SECTIONS = [
  {
    title: 'Whole project',
    description: 'Whoever asks. Protects the good name of your mail server.',
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
      heights={[260, 390, 260]}
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
