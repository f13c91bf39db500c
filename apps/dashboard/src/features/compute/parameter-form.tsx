import type { PostgresConfig, Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { resizeDisabledReason } from './disabled-reason.ts';
import {
  changedParameters,
  type ParameterDraft,
  parameterProblems,
  parameterText,
} from './parameter-draft.ts';
import { ParameterField } from './parameter-field.tsx';
import classes from './parameter-form.module.css';
import { PARAMETER_GROUPS } from './parameter-groups.ts';
import { refusedParameter } from './refused-parameter.ts';
import { SaveParametersDialog } from './save-parameters-dialog.tsx';
import { useSaveParameters } from './use-save-parameters.ts';

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
      <div className={classes.foot}>
        {Object.keys(draft).length > 0 && (
          <Button disabled={isRunning} onClick={() => edit({})}>
            Cancel
          </Button>
        )}
        {denied === null ? (
          <Button type="submit" variant="filled" disabled={changed.length === 0} loading={isRunning}>
            Save…
          </Button>
        ) : (
          <GuardedButton variant="filled" reason={denied} onClick={() => {}}>
            Save…
          </GuardedButton>
        )}
      </div>
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
