import { Section } from '../../ui/pages/section.tsx';
import { LIMIT_SECTIONS } from './other-sections.ts';
import { SettingsForm } from './settings-form.tsx';
import { WithAuthConfig } from './with-auth-config.tsx';

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
        LIMIT_SECTIONS.map(({ title, description, settings }) => (
          <Section key={title} title={title} {...(description === undefined ? {} : { description })}>
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
