import type { AuthConfig } from '@basalt/contract';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { Notice } from '../../ui/pages/notice.tsx';
import words from './mail-templates.module.css';
import { SettingsForm } from './settings-form.tsx';
import { templateWarning } from './settings-warnings.ts';
import type { MailKind, TemplateSection } from './template-sections.ts';

interface TemplateFormProps {
  projectRef: string;
  config: AuthConfig;
  section: TemplateSection;
  mayUpdate: boolean;
}

/** The words of one kind of mail being edited, with a way to start and a word on what they lack. */
export function TemplateForm({ projectRef, config, section, mayUpdate }: TemplateFormProps) {
  const { kind, settings, what, subject, content } = section;
  return (
    <SettingsForm
      projectRef={projectRef}
      config={config}
      settings={settings}
      what={what}
      mayUpdate={mayUpdate}
    >
      {(form) => {
        const typed = String(form.valueOf(content));
        const warning = templateWarning(kind, typed);
        const start = mayUpdate && typed.trim() === '' && (
          <StartFromBuiltIn
            projectRef={projectRef}
            kind={kind}
            onStart={(mail) => {
              form.edit(content.name, mail.content);
              if (String(form.valueOf(subject)).trim() === '') form.edit(subject.name, mail.subject);
            }}
          />
        );
        return (
          <div className={words.below} aria-live="polite">
            {start}
            {warning !== null && <Notice tone="warn">{withCode(warning)}</Notice>}
          </div>
        );
      }}
    </SettingsForm>
  );
}

/** Placeholders in a sentence stay in one piece. */
function withCode(sentence: string): ReactNode {
  return sentence
    .split(/(\{\{.*?\}\})/)
    .map((part) => (part.startsWith('{{') ? <code key={part}>{part}</code> : part));
}

interface StartFromBuiltInProps {
  projectRef: string;
  kind: MailKind;
  onStart: (mail: { subject: string; content: string }) => void;
}

/** Puts the mail that is built in into the fields, to go on from there. */
function StartFromBuiltIn({ projectRef, kind, onStart }: StartFromBuiltInProps) {
  const load = useAction({
    mutation: orpc.mailbox.getBuiltIn.mutationOptions(),
    failed: (message) => `Failed to load the built-in mail: ${message}`,
    onDone: onStart,
  });
  return (
    <Button loading={load.isRunning} onClick={() => void load.run({ ref: projectRef, kind })}>
      Start from the built-in mail
    </Button>
  );
}
