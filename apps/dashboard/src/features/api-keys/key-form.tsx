import '../../theme/dialog.ts';
import { API_KEY_DESCRIPTION_MAX_LENGTH } from '@basalt/contract';
import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { keyNameProblem } from './key-problems.ts';

interface KeyFields {
  name: string;
  description: string;
}

interface KeyFormProps {
  title: string;
  submitLabel: string;
  initial: KeyFields;
  isRunning: boolean;
  error: ApiError | null;
  /** Something was typed: what was wrong before need not be said any more. */
  onEdit: () => void;
  onClose: () => void;
  onSubmit: (fields: KeyFields) => void;
  /** More fields, before the others. */
  children?: ReactNode;
}

/** Name and description of a key, in a dialog. */
export function KeyForm(props: KeyFormProps) {
  const { title, submitLabel, initial, isRunning, error, onEdit, onClose, onSubmit, children } = props;
  const [fields, setFields] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const isChanged = fields.name !== initial.name || fields.description !== initial.description;
  const errors = fieldErrors(error, ['name', 'description']);

  function edit(part: Partial<KeyFields>) {
    setFields((current) => ({ ...current, ...part }));
    setProblem(null);
    onEdit();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isRunning) return;
    const found = keyNameProblem(fields.name.trim());
    setProblem(found);
    if (found === null) onSubmit({ name: fields.name.trim(), description: fields.description.trim() });
  }

  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className={form.form} onSubmit={submit} noValidate>
        {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
        <UnsavedGuard when={isChanged && !isRunning} />
        {children}
        <TextInput
          label="Name"
          description="Lower-case letters, digits and _, such as web_app."
          value={fields.name}
          error={problem ?? errors.name}
          onChange={(event) => edit({ name: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <Textarea
          label="Description (optional)"
          rows={2}
          maxLength={API_KEY_DESCRIPTION_MAX_LENGTH}
          value={fields.description}
          error={errors.description}
          onChange={(event) => edit({ description: event.currentTarget.value })}
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
