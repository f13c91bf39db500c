import type { AuthConfig, Project } from '@basalt/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { projectUrl } from '../../lib/project-url.ts';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { StateLabel } from '../../ui/status/state-label.tsx';
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
      {PROVIDER_FORMS.map(({ name, label, settings }) => (
        <details key={name} className={classes.provider}>
          <summary className={classes.summary}>
            <span className={classes.label}>
              <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
              {label}
            </span>
            {config[`external_${name}_enabled`] === true ? (
              <StateLabel tone="ok" label="On" />
            ) : (
              <StateLabel tone="idle" label="Off" />
            )}
          </summary>
          <div className={classes.form}>
            <SettingsForm
              projectRef={project.ref}
              config={config}
              settings={settings}
              what={label}
              mayUpdate={project.abilities.update_api_config}
            />
          </div>
        </details>
      ))}
    </Section>
  );
}
