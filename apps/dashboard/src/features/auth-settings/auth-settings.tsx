import { Section } from '../../ui/pages/section.tsx';
import { ProviderList } from './provider-list.tsx';
import { SETTING_SECTIONS } from './setting-sections.ts';
import { SettingsForm } from './settings-form.tsx';
import { WithAuthConfig } from './with-auth-config.tsx';

/** How users of a project sign up and in. What was changed is saved together. */
export function AuthSettings({ projectRef }: { projectRef: string }) {
  return (
    <WithAuthConfig
      projectRef={projectRef}
      title="Authentication settings"
      description="How users of this project sign up and in. Changes take effect at once."
      heights={[1010, 336]}
    >
      {(project, config) => (
        <>
          <ProviderList project={project} config={config} />
          {SETTING_SECTIONS.map(({ title, description, settings }) => (
            <Section key={title} title={title} {...(description === undefined ? {} : { description })}>
              <SettingsForm
                projectRef={projectRef}
                config={config}
                settings={settings}
                what={title.toLowerCase()}
                mayUpdate={project.abilities.update_api_config}
              />
            </Section>
          ))}
        </>
      )}
    </WithAuthConfig>
  );
}
