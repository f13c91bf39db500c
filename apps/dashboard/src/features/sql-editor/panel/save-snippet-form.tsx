import { NAME_MAX_LENGTH } from '@basalt/contract';
import { nameOfSql } from '@basalt/sql';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { toastLook } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import field from '../../../ui/fields/plain-field.module.css';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import classes from './sql-panel.module.css';

interface SaveSnippetFormProps {
  projectRef: string;
  /** Asked when the form is sent. */
  sql: () => string;
  onClose: () => void;
}

/** Asks for a title and keeps the text as a private snippet. */
export function SaveSnippetForm({ projectRef, sql, onClose }: SaveSnippetFormProps) {
  const [given] = useState(() => nameOfSql(sql()) ?? '');
  const [title, setTitle] = useState(given);
  const [isMissing, setMissing] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const save = useAction({
    mutation: orpc.content.save.mutationOptions(),
    failed: (message) => `Failed to create new query: ${message}`,
    onDone: ({ id }) => {
      onClose();
      void queryClient.invalidateQueries({ queryKey: orpc.content.key() });
      void showSavedToast(() => {
        void navigate({ to: '/project/$ref/sql/$id', params: { ref: projectRef, id } });
      });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = title.trim();
    if (name === '') return setMissing(true);
    void save.run({ params: { ref: projectRef }, body: { type: 'sql', name, content: { sql: sql() } } });
  }
  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };

  return (
    <form className={classes.save} onSubmit={submit} onKeyDown={leaveOnEscape} aria-label="Save as snippet">
      <UnsavedGuard when={title !== given && !save.isRunning} />
      <label className={field.field}>
        <input
          // biome-ignore lint/a11y/noAutofocus: the form was asked for, and this is its only field
          autoFocus
          aria-label="Title"
          aria-invalid={isMissing}
          placeholder="Title"
          maxLength={NAME_MAX_LENGTH}
          autoComplete="off"
          value={title}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setTitle(event.currentTarget.value);
            setMissing(false);
          }}
        />
      </label>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" variant="filled" loading={save.isRunning}>
        Save
      </Button>
      {isMissing && (
        <p role="alert" className={classes.missing}>
          Enter a title.
        </p>
      )}
    </form>
  );
}

/** Says that a snippet was saved, with the way to it. */
async function showSavedToast(onView: () => void): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  const id = notifications.show({
    ...toastLook('done', ''),
    autoClose: 6_000,
    message: (
      <>
        Saved snippet! View it{' '}
        <button
          type="button"
          className={classes.link}
          onClick={() => {
            notifications.hide(id);
            onView();
          }}
        >
          here
        </button>
      </>
    ),
  });
}
