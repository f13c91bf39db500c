import { Section } from '../../ui/pages/section.tsx';
import words from './mail-templates.module.css';
import { TemplateRow } from './template-row.tsx';
import { NOTIFICATION_SECTIONS, PLACEHOLDERS, TEMPLATE_SECTIONS } from './template-sections.ts';
import { WithAuthConfig } from './with-auth-config.tsx';

/** What the mails to users say: one form per kind, folded until it is needed. */
export function MailTemplates({ projectRef }: { projectRef: string }) {
  return (
    <WithAuthConfig
      projectRef={projectRef}
      title="Mail templates"
      description="What sign-up, recovery and other mails to users say. Changes count at once."
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
