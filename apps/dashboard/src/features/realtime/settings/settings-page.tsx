import {
  type Project,
  REALTIME_DEFAULTS,
  type RealtimeConfig,
  type RealtimeConfigChanges,
} from '@basalt/contract';
import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useProject } from '../../../api/use-project.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { WithDefault } from '../../../ui/fields/reset-to-default.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import form from '../../../ui/form.module.css';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Page } from '../../../ui/pages/page.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { SaveForm } from '../../../ui/save-form.tsx';
import {
  changedLabels,
  NUMBER_FIELDS,
  type NumberDraft,
  numberChanges,
  numberProblems,
  SWITCH_FIELDS,
} from './fields.ts';

/** What holds for realtime of a project. */
export function RealtimeSettingsPage({ projectRef: ref }: { projectRef: string }) {
  const { data: project } = useProject(ref);
  const config = useQuery(orpc.realtimeSettings.v1Get.queryOptions({ input: { ref } }));
  return (
    <Page
      title="Realtime settings"
      description="They take effect when they are saved: clients are disconnected then, and join again by themselves."
      width="narrow"
    >
      {config.error !== null && config.data === undefined && (
        <ErrorState
          error={config.error}
          title="The settings could not be loaded"
          onRetry={() => void config.refetch()}
        />
      )}
      {(project === undefined || config.data === undefined) && config.error === null && (
        <div role="status" aria-label="Loading the settings">
          <Skeleton height={420} radius={10} />
        </div>
      )}
      {project !== undefined && config.data !== undefined && (
        <>
          <SettingsForm key={ref} project={project} config={config.data} />
          <Section
            title="Tables and policies"
            description="Tables send their changes while they are in the publication supabase_realtime. Policies on realtime.messages open private channels."
          >
            <div className={form.foot}>
              <ButtonLink to="/project/$ref/database/publications" params={{ ref }}>
                Publications
              </ButtonLink>
              <ButtonLink
                to="/project/$ref/database/policies"
                params={{ ref }}
                search={{ schema: 'realtime' }}
              >
                Policies
              </ButtonLink>
            </div>
          </Section>
        </>
      )}
    </Page>
  );
}

type Switches = Pick<RealtimeConfigChanges, 'suspend' | 'private_only' | 'presence_enabled'>;

function SettingsForm({ project, config }: { project: Project; config: RealtimeConfig }) {
  const { ref, abilities } = project;
  const [switches, setSwitches] = useState<Switches>({});
  const [numbers, setNumbers] = useState<NumberDraft>({});
  const [isChecked, setChecked] = useState(false);
  const queries = useQueryClient();
  const { run, isRunning, error, reset } = useAction({
    mutation: orpc.realtimeSettings.v1Update.mutationOptions(),
    done: 'Saved the realtime settings',
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: orpc.realtimeSettings.v1Get.key({ input: { ref } }) });
      forget();
    },
  });
  const {
    suspend = config.suspend,
    private_only: privateOnly = config.private_only,
    presence_enabled: hasPresence = config.presence_enabled,
  } = switches;
  const isLocked = !abilities.update_api_config;
  const problems = isChecked ? numberProblems(numbers) : {};
  const changed = Object.entries(switches).filter(
    ([name, value]) => config[name as keyof Switches] !== value,
  );
  const changes: RealtimeConfigChanges = {
    ...Object.fromEntries(changed),
    ...numberChanges(config, numbers),
  };
  const isChanged = Object.keys(changes).length > 0;

  function edit(part: { switches?: Switches; numbers?: NumberDraft }) {
    setSwitches((before) => ({ ...before, ...part.switches }));
    setNumbers((before) => ({ ...before, ...part.numbers }));
    setChecked(false);
    reset();
  }

  function forget() {
    setSwitches({});
    setNumbers({});
    setChecked(false);
    reset();
  }

  function submit() {
    setChecked(true);
    if (isChanged && Object.keys(numberProblems(numbers)).length === 0) void run({ ref, ...changes });
  }

  return (
    <Section title="Settings">
      <SaveForm
        label="Realtime settings"
        changed={changedLabels(changes)}
        isRunning={isRunning}
        refusal={error?.message ?? null}
        isLocked={isLocked}
        onSubmit={submit}
        onDiscard={forget}
      >
        {isLocked && (
          <Notice tone="info">
            <p>You need additional permissions to change these settings.</p>
          </Notice>
        )}
        <SwitchField
          {...SWITCH_FIELDS.suspend}
          checked={!suspend}
          disabled={isLocked}
          onChange={(isOn) => edit({ switches: { suspend: !isOn } })}
        />
        <SwitchField
          {...SWITCH_FIELDS.private_only}
          checked={privateOnly}
          disabled={isLocked}
          onChange={(isOn) => edit({ switches: { private_only: isOn } })}
        />
        <SwitchField
          {...SWITCH_FIELDS.presence_enabled}
          checked={hasPresence}
          disabled={isLocked}
          onChange={(isOn) => edit({ switches: { presence_enabled: isOn } })}
        />
        {NUMBER_FIELDS.map(({ name, label, description }) => {
          const value = numbers[name] ?? String(config[name]);
          const usual = String(REALTIME_DEFAULTS[name]);
          return (
            <WithDefault
              key={name}
              label={label}
              value={value}
              usual={usual}
              isReadOnly={isLocked}
              onReset={() => edit({ numbers: { [name]: usual } })}
            >
              <TextInput
                label={label}
                description={description}
                inputMode="numeric"
                value={value}
                readOnly={isLocked}
                error={problems[name]}
                onChange={(event) => edit({ numbers: { [name]: event.currentTarget.value } })}
                autoComplete="off"
              />
            </WithDefault>
          );
        })}
      </SaveForm>
    </Section>
  );
}
