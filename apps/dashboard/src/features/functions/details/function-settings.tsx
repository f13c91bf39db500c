import type { EdgeFunction, Project } from '@basalt/contract';
import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { fieldErrors } from '../../../lib/field-errors.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { SaveFoot } from '../../../ui/save-foot.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { useFunctionRefresh } from '../use-functions.ts';
import classes from './details.module.css';

interface FunctionSettingsProps {
  project: Project;
  own: EdgeFunction;
}

/** How a function is called and named, and its end. */
export function FunctionSettings({ project: { ref }, own }: FunctionSettingsProps) {
  const bySlug = { ref, function_slug: own.slug };
  const refresh = useFunctionRefresh();
  const navigate = useNavigate();
  const [name, setName] = useState(own.name);
  const [isDeleting, setDeleting] = useState(false);
  const [isOpening, setOpening] = useState(false);
  const update = useAction({
    mutation: orpc.functions.update.mutationOptions(),
    done: 'Saved the function',
    onDone: refresh,
  });
  const verify = useAction({
    mutation: orpc.functions.update.mutationOptions(),
    done: ({ verify_jwt }) =>
      verify_jwt
        ? 'Callers need a key or a token now'
        : 'Whoever knows the address can call the function now',
    failed: (message) => `The function was not changed: ${message}`,
    onDone: async () => {
      setOpening(false);
      await refresh();
    },
  });
  const remove = useAction({
    mutation: orpc.functions.delete.mutationOptions(),
    done: `Deleted the function ${own.name}`,
    failed: (message) => `The function was not deleted: ${message}`,
    onDone: async () => {
      await navigate({ to: '/project/$ref/functions', params: { ref } });
      await refresh();
    },
  });
  const isRenamed = name.trim() !== own.name;
  const errors = fieldErrors(update.error, ['name']);

  function rename(event: FormEvent) {
    event.preventDefault();
    if (!update.isRunning && isRenamed && name.trim() !== '')
      void update.run({ ...bySlug, name: name.trim() });
  }

  return (
    <>
      <Section title="Settings">
        <div className={classes.stack}>
          <SwitchField
            label="Verify the caller's key or token"
            description="Off, whoever knows the address can call it, and the function itself must know whom it answers."
            checked={own.verify_jwt}
            disabled={verify.isRunning}
            onChange={(verifies) => {
              if (verifies) void verify.run({ ...bySlug, verify_jwt: true });
              else setOpening(true);
            }}
          />
          <form onSubmit={rename} noValidate>
            <UnsavedGuard when={isRenamed && !update.isRunning} />
            <TextInput
              label="Name"
              value={name}
              maxLength={100}
              error={name.trim() === '' ? 'Enter a name.' : (errors.name ?? errors.general)}
              onChange={(event) => {
                setName(event.currentTarget.value);
                update.reset();
              }}
              autoComplete="off"
            />
            <SaveFoot
              changed={isRenamed ? ['Name'] : []}
              isRunning={update.isRunning}
              onDiscard={() => {
                setName(own.name);
                update.reset();
              }}
            />
          </form>
        </div>
      </Section>
      <Section title="Delete function" tone="danger">
        <div className={classes.danger}>
          <p>Its address answers 404 at once, and its code and versions are gone.</p>
          <Button color="red" onClick={() => setDeleting(true)}>
            Delete function
          </Button>
        </div>
      </Section>
      <ConfirmDialog
        opened={isOpening}
        onClose={() => setOpening(false)}
        onConfirm={() => void verify.run({ ...bySlug, verify_jwt: false })}
        title="Let anybody call it?"
        confirmLabel="Stop verifying"
        danger
        isRunning={verify.isRunning}
      >
        <p>
          Requests without a key or token reach the function from then on. Its own secrets and the
          service_role key stay within it, so its code must know whom it answers.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        onConfirm={() => void remove.run(bySlug)}
        title={`Delete ${own.name}?`}
        confirmLabel="Delete function"
        typedName={own.slug}
        danger
        isRunning={remove.isRunning}
      >
        <p>
          Whatever calls it gets 404 at once. Its code and all its versions are deleted. This cannot be
          undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
