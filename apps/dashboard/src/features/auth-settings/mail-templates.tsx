import { IconChevronRight } from '@tabler/icons-react';
import { Section } from '../../ui/section.tsx';
import { StateLabel } from '../../ui/state-label.tsx';
import words from './mail-templates.module.css';
import classes from './provider-list.module.css';
import { SendTestMail } from './send-test-mail.tsx';
import { SettingsForm } from './settings-form.tsx';
import { PLACEHOLDERS, TEMPLATE_SECTIONS } from './template-sections.ts';
import { WithAuthConfig } from './with-auth-config.tsx';

/** What the mails to users say: one form per kind, folded until it is needed. */
export function MailTemplates({ projectRef }: { projectRef: string }) {
  return (
    <WithAuthConfig
      projectRef={projectRef}
      title="Mail templates"
      description="What sign-up, recovery and other mails to users say. Changes count at once."
      heights={[330, 240]}
    >
      {(project, config) => (
        <>
          <Section title="Mails">
            {TEMPLATE_SECTIONS.map(({ kind, title, when, settings }) => (
              <details key={kind} className={classes.provider}>
                <summary className={classes.summary}>
                  <span className={classes.label}>
                    <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
                    {title}
                  </span>
                  {settings.some(({ name }) => config[name]) ? (
                    <StateLabel tone="ok" label="Your own" />
                  ) : (
                    <StateLabel tone="idle" label="Built in" />
                  )}
                </summary>
                <div className={`${classes.form} ${words.template}`}>
                  <p className={words.when}>{when}</p>
                  <SettingsForm
                    projectRef={projectRef}
                    config={config}
                    settings={settings}
                    what={title.toLowerCase()}
                    mayUpdate={project.abilities.update_api_config}
                  />
                  {project.abilities.update_api_config && (
                    <SendTestMail projectRef={projectRef} kind={kind} hasServer={Boolean(config.smtp_host)} />
                  )}
                </div>
              </details>
            ))}
          </Section>
          <Section title="Placeholders" description="What stands for what in subjects and contents.">
            <dl className={words.placeholders}>
              {PLACEHOLDERS.map(([name, meaning]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </Section>
        </>
      )}
    </WithAuthConfig>
  );
}
