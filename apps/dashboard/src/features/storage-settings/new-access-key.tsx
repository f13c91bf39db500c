import type { NewStorageKey } from '@basalt/contract';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldSentence } from '../../lib/field-errors.ts';
import { useAction } from '../../lib/use-action.ts';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { Labelled } from '../../ui/fields/labelled.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import classes from './storage-settings.module.css';

interface NewAccessKeyProps {
  projectRef: string;
  /** The key whose secret is to be seen; null: none was made lately. */
  made: NewStorageKey | null;
  onMade: (key: NewStorageKey | null) => void;
}

/** Makes an access key and shows its secret the only time it can be seen. */
export function NewAccessKey({ projectRef: ref, made, onMade }: NewAccessKeyProps) {
  const queries = useQueryClient();
  const [description, setDescription] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const create = useAction({
    mutation: orpc.storageKeys.create.mutationOptions(),
    onDone: async ({ data }) => {
      onMade(data);
      setDescription('');
      await queries.invalidateQueries({ queryKey: orpc.storageKeys.list.key({ input: { ref } }) });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isRunning) return;
    if (description.trim() === '') return setProblem('Enter what the key is for.');
    void create.run({ ref, description: description.trim() });
  }

  if (made !== null)
    return (
      <Notice tone="warn">
        <UnsavedGuard
          when
          text="The secret key is shown only this once. Without a copy it is of no use to anybody."
        />
        <div className={classes.stack}>
          <p>
            Copy the secret key of “{made.description}” now: it is shown only this once. The snippets below
            hold both keys until you leave this page.
          </p>
          <Labelled label="Access key" hint="Says which key it is.">
            <CodeLine value={made.access_key} label="access key" />
          </Labelled>
          <Labelled label="Secret key" hint="Signs the requests.">
            <CodeLine value={made.secret_key} label="secret key" />
          </Labelled>
          <div>
            <Button size="xs" onClick={() => onMade(null)}>
              I have copied it
            </Button>
          </div>
        </div>
      </Notice>
    );
  return (
    <form className={classes.add} onSubmit={submit} noValidate>
      <UnsavedGuard when={description.trim() !== ''} />
      <TextInput
        className={classes.field ?? ''}
        aria-label="What the new access key is for"
        placeholder="What it is for, such as nightly backups"
        autoComplete="off"
        value={description}
        error={problem ?? (create.error && fieldSentence(create.error))}
        onChange={(event) => {
          setDescription(event.currentTarget.value);
          setProblem(null);
          create.reset();
        }}
      />
      <Button type="submit" loading={create.isRunning}>
        New access key
      </Button>
    </form>
  );
}
