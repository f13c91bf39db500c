import '../theme/dialog.ts';
import { NAME_MAX_LENGTH } from '@basalt/contract';
import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import form from './form.module.css';
import { UnsavedGuard } from './unsaved/unsaved-guard.tsx';

interface NameDialogProps {
  title: string;
  name: string;
  /** Left out where there is nothing to describe. */
  description?: string;
  submitLabel: string;
  isRunning?: boolean;
  /** The server's sentence. */
  error?: string | null | undefined;
  onSubmit: (name: string, description: string) => void;
  onClose: () => void;
}

/** Asks for a name, and for a description where there is one. */
export function NameDialog(props: NameDialogProps) {
  const { title, submitLabel, isRunning = false, error, onSubmit, onClose } = props;
  const [name, setName] = useState(props.name);
  const [description, setDescription] = useState(props.description ?? '');
  const [isEmpty, setEmpty] = useState(false);
  const isChanged = name !== props.name || description !== (props.description ?? '');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isRunning) return;
    if (name.trim() === '') return setEmpty(true);
    onSubmit(name.trim(), description.trim());
  }

  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className={form.form} onSubmit={submit}>
        <UnsavedGuard when={isChanged && !isRunning} />
        <TextInput
          label="Name"
          value={name}
          maxLength={NAME_MAX_LENGTH}
          error={isEmpty ? 'Enter a name.' : error}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setEmpty(false);
          }}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
          autoComplete="off"
        />
        {props.description !== undefined && (
          <Textarea
            label="Description"
            description="What it shows. Optional."
            value={description}
            maxLength={1_000}
            rows={3}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
        )}
        <div className={form.foot}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={isRunning}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
