import type { AuthConfig, Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { CodeLine } from '../../../ui/copy/code-line.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { FoldedSettings } from '../folded-settings.tsx';
import { SettingsForm } from '../settings-form.tsx';
import type { useSettingsForm } from '../use-settings-form.ts';
import { WithAuthConfig } from '../with-auth-config.tsx';
import { HookCalls } from './hook-calls.tsx';
import { grantsFor, HOOK_FORMS, type HookForm, newHookSecret } from './hook-forms.ts';
import classes from './hook-settings.module.css';

/** Where the auth service asks the project's own code, and what became of it. */
export function HookSettings({ projectRef }: { projectRef: string }) {
  return (
    <WithAuthConfig
      projectRef={projectRef}
      title="Hooks"
      description="Your own code at moments of signing up and in: functions of the database, or servers that get signed requests."
      heights={[380, 200]}
    >
      {(project, config) => (
        <>
          <Section
            title="Moments"
            description="A function has two seconds to answer, a server five. Without an answer nobody gets in."
          >
            {HOOK_FORMS.map((form) => (
              <Hook key={form.hook} project={project} config={config} form={form} />
            ))}
          </Section>
          {project.abilities.read_auth_users && (
            <Section title="Calls" description="The newest 50. Neither what was sent nor answers are kept.">
              <HookCalls projectRef={projectRef} />
            </Section>
          )}
        </>
      )}
    </WithAuthConfig>
  );
}

function Hook({ project, config, form }: { project: Project; config: AuthConfig; form: HookForm }) {
  const { hook, label, description, settings } = form;
  return (
    <FoldedSettings label={label} isOn={config[`hook_${hook}_enabled`] === true}>
      <p className={classes.about}>{description}</p>
      <SettingsForm
        projectRef={project.ref}
        config={config}
        settings={settings}
        what={`hook “${label.toLowerCase()}”`}
        mayUpdate={project.abilities.update_api_config}
      >
        {({ values, edit, isChanged }) => {
          const uri = values[`hook_${hook}_uri`] ?? '';
          const grants = grantsFor(uri);
          if (grants !== null)
            return (
              <div>
                <p className={classes.name}>Rights that the function needs</p>
                <CodeBlock value={grants} label="grants" />
              </div>
            );
          if (!/^https?:/.test(uri) || !project.abilities.update_api_config) return null;
          return (
            <NewSecret isChanged={isChanged} onMake={(secret) => edit(`hook_${hook}_secrets`, secret)} />
          );
        }}
      </SettingsForm>
    </FoldedSettings>
  );
}

interface NewSecretProps {
  isChanged: ReturnType<typeof useSettingsForm>['isChanged'];
  onMake: (secret: string) => void;
}

/** Makes a secret and shows it while it can still be copied: what is saved is never shown again. */
function NewSecret({ isChanged, onMake }: NewSecretProps) {
  const [made, setMade] = useState<string | null>(null);
  return (
    <div className={classes.secret}>
      <div>
        <Button
          onClick={() => {
            const secret = newHookSecret();
            setMade(secret);
            onMake(secret);
          }}
        >
          Generate a secret
        </Button>
      </div>
      {made !== null && (
        <div>
          <p className={classes.name}>
            {isChanged
              ? 'Save it, and give it to your server:'
              : 'Give it to your server. It is not shown again:'}
          </p>
          <CodeLine value={made} label="new secret" />
        </div>
      )}
    </div>
  );
}
