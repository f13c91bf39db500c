import type { AuthConfig, Project } from '@basalt/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { Section } from '../../ui/pages/section.tsx';
import { StateLabel } from '../../ui/status/state-label.tsx';
import classes from './folded-settings.module.css';
import words from './mail-templates.module.css';
import { SendTestMail } from './send-test-mail.tsx';
import { templateWarning } from './settings-warnings.ts';
import { TemplateForm } from './template-form.tsx';
import {
  NOTIFICATION_SECTIONS,
  PLACEHOLDERS,
  TEMPLATE_SECTIONS,
  type TemplateSection,
} from './template-sections.ts';
import { WithAuthConfig } from './with-auth-config.tsx';

/** What the mails to users say: one form per kind, folded until it is needed. */
export function MailTemplates({ projectRef }: { projectRef: string }) {
  return (
    <WithAuthConfig
      projectRef={projectRef}
      title="Mail templates"
      description="What sign-up, recovery and other mails to users say. Changes take effect at once."
      heights={[330, 390, 390]}
    >
      {(project, config) => (
        <>
          <Section title="Mails">
            {TEMPLATE_SECTIONS.map((section) => (
              <TemplateRow key={section.kind} project={project} config={config} section={section} />
            ))}
          </Section>
          <Section
            title="Notifications"
            description="Mails that tell users what changed in their account, so that they notice when it was not them."
          >
            {NOTIFICATION_SECTIONS.map((section) => (
              <TemplateRow key={section.kind} project={project} config={config} section={section} />
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

interface TemplateRowProps {
  project: Project;
  config: AuthConfig;
  section: TemplateSection;
}

/** One kind of mail: its state in a line, its form when that is opened. */
function TemplateRow({ project, config, section }: TemplateRowProps) {
  const { kind, title, when } = section;
  const mayUpdate = project.abilities.update_api_config;
  return (
    <details className={classes.folded}>
      <summary className={classes.summary}>
        <span className={classes.label}>
          <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
          {title}
        </span>
        <TemplateState config={config} section={section} />
      </summary>
      <div className={`${classes.form} ${words.template}`}>
        <p className={words.when}>{when}</p>
        <TemplateForm projectRef={project.ref} config={config} section={section} mayUpdate={mayUpdate} />
        {mayUpdate && (
          <SendTestMail projectRef={project.ref} kind={kind} hasServer={Boolean(config.smtp_host)} />
        )}
      </div>
    </details>
  );
}

function TemplateState({ config, section }: Omit<TemplateRowProps, 'project'>) {
  const { kind, enabled, subject, content } = section;
  if (enabled !== null && config[enabled.name] !== true) return <StateLabel tone="idle" label="Off" />;
  if (templateWarning(kind, String(config[content.name] ?? '')) !== null)
    return <StateLabel tone="warn" label="No way on" title="It lacks what users need to go on." />;
  const isOwn = Boolean(config[subject.name]) || Boolean(config[content.name]);
  if (isOwn) return <StateLabel tone="ok" label="Your own" />;
  return enabled === null ? <StateLabel tone="idle" label="Built in" /> : <StateLabel tone="ok" label="On" />;
}
