import type { Project } from '@basalt/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { projectUrl } from '../../lib/project-url.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import classes from './custom-domain.module.css';
import { useRefreshAddress } from './use-address.ts';

interface VanityFormProps {
  project: Project;
  /** The address by the subdomain that it has, without its scheme. */
  present: string | null;
}

/** Calls the project by a label in place of its ref. */
export function VanityForm({ project, present }: VanityFormProps) {
  const { ref, abilities } = project;
  const [label, setLabel] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const onDone = useRefreshAddress();
  const check = useAction({ mutation: orpc.projectAddresses.v1CheckVanity.mutationOptions() });
  const [found, setFound] = useState<{ label: string; isFree: boolean } | null>(null);
  const activate = useAction({
    mutation: orpc.projectAddresses.v1ActivateVanity.mutationOptions(),
    done: ({ custom_domain }) => `The project answers under ${custom_domain}`,
    onDone,
  });
  const remove = useAction({
    mutation: orpc.projectAddresses.v1DeleteVanity.mutationOptions(),
    done: 'Removed the subdomain',
    failed: (message) => `Failed to remove the subdomain: ${message}`,
    onDone: async () => {
      setAsking(false);
      await onDone();
    },
  });
  const errors = fieldErrors(activate.error ?? check.error, ['vanity_subdomain']);
  const wanted = label.trim().toLowerCase();
  const address = projectUrl(project).replace(ref, wanted === '' ? '<name>' : wanted);
  const scheme = new URL(projectUrl(project)).protocol;

  const isNamed = () => {
    setProblem(wanted === '' ? 'Enter a name.' : null);
    return wanted !== '';
  };

  async function look() {
    if (!isNamed()) return;
    activate.reset();
    const answer = await check.run({ ref, vanity_subdomain: wanted });
    setFound(answer === undefined ? null : { label: wanted, isFree: answer.available });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (activate.isRunning || !isNamed()) return;
    check.reset();
    void activate.run({ ref, vanity_subdomain: wanted });
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate aria-label="Vanity subdomain">
      <UnsavedGuard when={label !== '' && !activate.isRunning} />
      <h3 className={classes.heading}>Vanity subdomain</h3>
      {present !== null && <CodeLine value={`${scheme}//${present}`} label="address of the project" />}
      <TextInput
        label={present === null ? 'Name' : 'Another name'}
        description={`The project answers under ${address} too.`}
        placeholder="quarry"
        value={label}
        error={problem ?? errors.vanity_subdomain}
        readOnly={!abilities.update_project}
        onChange={(event) => {
          setLabel(event.currentTarget.value);
          setProblem(null);
          setFound(null);
          check.reset();
          activate.reset();
        }}
        autoComplete="off"
        spellCheck={false}
      />
      {found !== null && (
        <Notice tone={found.isFree ? 'info' : 'warn'}>
          {found.isFree ? `${found.label} is free.` : `Another project is called ${found.label}.`}
        </Notice>
      )}
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      {abilities.update_project && (
        <div className={form.foot}>
          {present !== null && (
            <Button color="red" variant="light" onClick={() => setAsking(true)}>
              Remove subdomain…
            </Button>
          )}
          <Button loading={check.isRunning} onClick={() => void look()}>
            Check availability
          </Button>
          <Button type="submit" variant="filled" loading={activate.isRunning}>
            Use subdomain
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove.run({ ref })}
        title="Remove subdomain"
        confirmLabel="Remove subdomain"
        danger
        isRunning={remove.isRunning}
      >
        The project does not answer under {present} any more, and another project may take the name.
      </ConfirmDialog>
    </form>
  );
}
