import type { AuthConfig, Project } from '@basalt/contract';
import { projectUrl } from '../../lib/project-url.ts';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { FoldedSettings } from './folded-settings.tsx';
import { PROVIDER_FORMS } from './oauth-providers.ts';
import classes from './provider-list.module.css';
import { SettingsForm } from './settings-form.tsx';

/** Signing in with accounts from elsewhere: one form per provider, folded until it is needed. */
export function ProviderList({ project, config }: { project: Project; config: AuthConfig }) {
  return (
    <Section title="Providers" description="Signing in with accounts that people have elsewhere.">
      <div className={classes.callback}>
        <p className={classes.name}>Callback URL</p>
        <p className={classes.hint}>Register it as the redirect address with every provider you use.</p>
        <CodeLine value={`${projectUrl(project)}/auth/v1/callback`} label="callback URL" />
      </div>
      {PROVIDER_FORMS.map(({ name, label, mark, settings }) => (
        <FoldedSettings
          key={name}
          label={label}
          mark={mark}
          isOn={config[`external_${name}_enabled`] === true}
        >
          <SettingsForm
            projectRef={project.ref}
            config={config}
            settings={settings}
            what={label}
            mayUpdate={project.abilities.update_api_config}
          />
        </FoldedSettings>
      ))}
    </Section>
  );
}
