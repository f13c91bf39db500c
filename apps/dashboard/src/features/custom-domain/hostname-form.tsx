import type { Project } from '@basalt/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { useAction } from '../../lib/use-action.ts';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import classes from './custom-domain.module.css';
import { useRefreshAddress } from './use-address.ts';

interface HostnameFormProps {
  project: Project;
  /** There was one a moment ago, which somebody has deleted. */
  isGone: boolean;
}

/** Begins to call the project by a host name. */
export function HostnameForm({ project, isGone }: HostnameFormProps) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const onDone = useRefreshAddress();
  const { run, isRunning, error, reset } = useAction({
    mutation: orpc.projectAddresses.v1InitializeHostname.mutationOptions(),
    onDone,
  });
  const errors = fieldErrors(error, ['custom_hostname']);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isRunning) return;
    setProblem(name.trim() === '' ? 'Enter the host name.' : null);
    if (name.trim() !== '') void run({ ref: project.ref, custom_hostname: name });
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate aria-label="Custom hostname">
      <UnsavedGuard when={name !== '' && !isRunning} />
      <h3 className={classes.heading}>Custom hostname</h3>
      {isGone && <Notice tone="info">The host name was deleted.</Notice>}
      <TextInput
        label="Host name"
        description="One of a domain of yours, such as api.example.com. Nothing but the project can be served under it."
        placeholder="api.example.com"
        value={name}
        error={problem ?? errors.custom_hostname}
        readOnly={!project.abilities.update_project}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(null);
          reset();
        }}
        autoComplete="off"
        spellCheck={false}
      />
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      {project.abilities.update_project && (
        <div className={form.foot}>
          <Button type="submit" variant="filled" loading={isRunning}>
            Add host name
          </Button>
        </div>
      )}
    </form>
  );
}
