import '../../theme/dialog.ts';
import { NAME_MAX_LENGTH } from '@basalt/contract';
import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import form from '../../ui/form.module.css';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';

interface NameDialogProps {
  title: string;
  name: string;
  submitLabel: string;
  isRunning: boolean;
  onSubmit: (name: string) => void;
  onClose: () => void;
}

/** Asks what a query is called. */
export function NameDialog({
  title,
  name: before,
  submitLabel,
  isRunning,
  onSubmit,
  onClose,
}: NameDialogProps) {
  const [name, setName] = useState(before);
  const [isEmpty, setEmpty] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isRunning) return;
    if (name.trim() === '') return setEmpty(true);
    onSubmit(name.trim());
  }

  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className={form.form} onSubmit={submit}>
        <UnsavedGuard when={name !== before && !isRunning} />
        <TextInput
          label="Name"
          value={name}
          maxLength={NAME_MAX_LENGTH}
          error={isEmpty && 'Enter a name.'}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setEmpty(false);
          }}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
          autoComplete="off"
        />
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
