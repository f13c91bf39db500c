import { type PostgresConfig, type Project, TRANSITIONS } from '@basalt/contract';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { showStatus } from '../../operations/refresh-project.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { SaveFoot } from '../../ui/save-foot.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { resizeDisabledReason } from './disabled-reason.ts';
import {
  changedParameters,
  configOf,
  type ParameterDraft,
  parameterProblems,
  parameterText,
  refusedParameter,
} from './parameter-draft.ts';
import classes from './parameter-form.module.css';
import { PARAMETER_CHOICES, PARAMETER_GROUPS, type ParameterName } from './parameter-groups.ts';
import { SaveParametersDialog } from './save-parameters-dialog.tsx';
import { useComputeAction } from './use-compute.ts';

/** The parameters as a form. Saving asks when they are to hold. */
export function ParameterForm({ project, config }: { project: Project; config: PostgresConfig }) {
  const [draft, setDraft] = useState<ParameterDraft>({});
  const [isChecked, setChecked] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { save, isRunning, error, reset } = useSaveParameters(project, config);
  const changed = changedParameters(config, draft);
  const found = parameterProblems(config, draft);
  const problems = isChecked ? found : {};
  const refused = refusedParameter(error);
  const denied = resizeDisabledReason(project);

  function edit(next: ParameterDraft) {
    setDraft(next);
    setChecked(false);
    reset();
  }

  function review() {
    setChecked(true);
    if (changed.length > 0 && Object.keys(found).length === 0) setAsking(true);
  }

  async function submit(restart: boolean) {
    const isSaved = await save(draft, restart);
    setAsking(false);
    if (isSaved) setDraft({});
  }

  return (
    <form
      noValidate
      className={classes.form}
      aria-label="PostgreSQL configuration"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (denied === null) review();
      }}
    >
      <UnsavedGuard when={changed.length > 0} />
      {error !== null && refused === null && <Notice tone="danger">{error.message}</Notice>}
      {PARAMETER_GROUPS.map(({ title, names }) => (
        <fieldset key={title} className={classes.group}>
          <legend className={classes.legend}>{title}</legend>
          <div className={classes.fields}>
            {names.map((name) => (
              <ParameterField
                key={name}
                name={name}
                value={draft[name] ?? parameterText(config, name)}
                error={problems[name] ?? (refused?.name === name && refused.text)}
                isReadOnly={denied !== null}
                onChange={(value) => edit({ ...draft, [name]: value })}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {denied === null ? (
        <SaveFoot changed={changed} isRunning={isRunning} onDiscard={() => edit({})} />
      ) : (
        <div className={classes.foot}>
          <GuardedButton variant="filled" reason={denied} onClick={() => {}}>
            Save…
          </GuardedButton>
        </div>
      )}
      <SaveParametersDialog
        project={project}
        changed={changed}
        opened={isAsking}
        isRunning={isRunning}
        onClose={() => setAsking(false)}
        onSave={(restart) => void submit(restart)}
      />
    </form>
  );
}

interface ParameterFieldProps {
  name: ParameterName;
  value: string;
  error: ReactNode;
  isReadOnly: boolean;
  onChange: (value: string) => void;
}

/** One parameter by PostgreSQL's own name. */
function ParameterField({ name, value, error, isReadOnly, onChange }: ParameterFieldProps) {
  const choices = PARAMETER_CHOICES[name];
  if (choices !== undefined) {
    return (
      <div>
        <span className={classes.label} aria-hidden="true">
          {name}
        </span>
        <ChoiceField
          label={name}
          value={value}
          options={choices.map((choice) => ({ value: choice, label: choice }))}
          disabled={isReadOnly}
          onChange={onChange}
        />
      </div>
    );
  }
  return (
    <TextInput
      label={name}
      classNames={{ label: classes.label ?? '' }}
      value={value}
      error={error}
      readOnly={isReadOnly}
      autoComplete="off"
      spellCheck={false}
      placeholder="as the size says"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Saves parameters. What the server refuses belongs beside the field, so there is no toast for it. */
function useSaveParameters({ ref }: Project, config: PostgresConfig) {
  const queries = useQueryClient();
  const { run, isRunning, error, reset } = useComputeAction(ref, {
    mutation: orpc.compute.v1SetPostgresConfig.mutationOptions(),
    done: (_, { restart_database }) => (restart_database ? 'Restarting project' : 'Saved the configuration'),
    onDone: async (saved, { restart_database }) => {
      queries.setQueryData(orpc.compute.v1PostgresConfig.queryKey({ input: { ref } }), saved);
      await queries.invalidateQueries({ queryKey: orpc.database.poolerSettings.key({ input: { ref } }) });
      if (restart_database) await showStatus(queries, ref, TRANSITIONS.restart.during);
    },
  });
  /** True once they are saved. */
  const save = async (draft: ParameterDraft, restart: boolean) =>
    (await run({ ...configOf(config, draft), ref, restart_database: restart })) !== undefined;
  return { save, isRunning, error, reset };
}
