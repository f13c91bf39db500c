import '../../../theme/dialog.ts';
import { NAME_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@basalt/contract';
import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import form from '../../../ui/form.module.css';
import { Notice } from '../../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { momentText } from '../time/moment-labels.ts';
import classes from './restore-dialogs.module.css';
import type { RestoreTarget } from './restore-machine.ts';
import type { NewProject, RestoreDialogProps } from './use-restore.ts';

/** Asks what the new project is called, and shows where it went. */
export function NewProjectDialog(props: RestoreDialogProps) {
  const { state, cancel } = props;
  const isOpen = state.step === 'created' || ('way' in state && state.way === 'new-project');
  return (
    <Modal
      opened={isOpen}
      onClose={cancel}
      title="Restore into a new project"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {state.step === 'created' && <Created project={state.project} onClose={cancel} />}
      {'way' in state && state.way === 'new-project' && <NewProjectForm {...props} target={state.target} />}
    </Modal>
  );
}

function NewProjectForm(props: RestoreDialogProps & { target: RestoreTarget }) {
  const { project, zone, state, target, cancel, edit, startNewProject } = props;
  const [name, setName] = useState(`${project.name} restored`.slice(0, NAME_MAX_LENGTH));
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<{ name?: string; password?: string }>({});
  const isRunning = state.step === 'starting';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isRunning) return;
    const found = problemsOf({ name, db_pass: password });
    setProblem(found);
    if (Object.keys(found).length === 0) startNewProject(target, { name: name.trim(), db_pass: password });
  }

  function edited() {
    setProblem({});
    edit();
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={password !== '' && !isRunning} />
      <p>
        A new project of {project.organization_name} is made from what <strong>{project.name}</strong> was on{' '}
        <strong className={classes.moment}>{momentText(target.at, zone)}</strong>. {project.name} itself is
        not touched.
      </p>
      <TextInput
        label="Project name"
        value={name}
        error={problem.name}
        maxLength={NAME_MAX_LENGTH}
        onChange={(event) => {
          setName(event.currentTarget.value);
          edited();
        }}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <PasswordField
        label="Database password"
        description="For the role postgres of the new project. It gets API keys of its own, too."
        value={password}
        error={problem.password}
        onChange={(value) => {
          setPassword(value);
          edited();
        }}
        generator
      />
      {state.step === 'refused' && <Notice tone="danger">{state.message}</Notice>}
      <div className={form.foot}>
        <Button onClick={cancel} disabled={isRunning}>
          Cancel
        </Button>
        <Button type="submit" variant="filled" loading={isRunning}>
          Restore into a new project
        </Button>
      </div>
    </form>
  );
}

function Created({ project, onClose }: { project: { ref: string; name: string }; onClose: () => void }) {
  return (
    <div className={form.form} role="status">
      <p>
        <strong>{project.name}</strong> is being made. Its page shows how far it is; you can close this and go
        on.
      </p>
      <div className={form.foot}>
        <Button onClick={onClose}>Close</Button>
        <ButtonLink to="/project/$ref" params={{ ref: project.ref }} variant="filled" data-autofocus>
          Go to {project.name}
        </ButtonLink>
      </div>
    </div>
  );
}

function problemsOf({ name, db_pass }: NewProject): { name?: string; password?: string } {
  return {
    ...(name.trim() === '' ? { name: 'Enter a name.' } : {}),
    ...(db_pass.length < PASSWORD_MIN_LENGTH
      ? { password: `Enter at least ${PASSWORD_MIN_LENGTH} characters.` }
      : {}),
  };
}
