import '../../theme/dialog.ts';
import type { VaultSecret } from '@basalt/contract';
import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { confirmLeaving } from '../../lib/unsaved-changes.ts';
import { useAction } from '../../lib/use-action.ts';
import { useLast } from '../../lib/use-last.ts';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';

interface SecretFormProps {
  projectRef: string;
  /** Null: closed. Without a secret: a new one. */
  editing: { secret: VaultSecret | null } | null;
  onClose: () => void;
}

/** Makes a secret or changes one. The text of an existing one is not shown: left empty, it stays. */
export function SecretForm({ projectRef, editing, onClose }: SecretFormProps) {
  const shown = useLast(editing);
  return (
    <Modal
      opened={editing !== null}
      onClose={() => void confirmLeaving().then((leaves) => leaves && onClose())}
      title={shown?.secret == null ? 'New secret' : 'Edit secret'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
    >
      {editing !== null && <Fields projectRef={projectRef} secret={editing.secret} onClose={onClose} />}
    </Modal>
  );
}

interface FieldsProps {
  projectRef: string;
  secret: VaultSecret | null;
  onClose: () => void;
}

function Fields({ projectRef: ref, secret, onClose }: FieldsProps) {
  const before = { name: secret?.name ?? '', description: secret?.description ?? '', text: '' };
  const [draft, setDraft] = useState(before);
  const [problems, setProblems] = useState<{ name?: string; secret?: string }>({});
  const queries = useQueryClient();
  const onDone = async () => {
    await queries.invalidateQueries({ queryKey: orpc.vault.list.key() });
    onClose();
  };
  const create = useAction({
    mutation: orpc.vault.create.mutationOptions(),
    done: 'Saved the secret',
    onDone,
  });
  const update = useAction({
    mutation: orpc.vault.update.mutationOptions(),
    done: 'Saved the secret',
    onDone,
  });
  const action = secret === null ? create : update;
  const errors = fieldErrors(action.error, ['name', 'description', 'secret']);
  const isDirty = (['name', 'description', 'text'] as const).some((field) => draft[field] !== before[field]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (action.isRunning) return;
    const missing = {
      ...(draft.name === '' && (secret === null || before.name !== '') && { name: 'Enter a name.' }),
      ...(secret === null && draft.text === '' && { secret: 'Enter the secret.' }),
    };
    setProblems(missing);
    if (Object.keys(missing).length > 0) return;
    const { name, description, text } = draft;
    if (secret === null) return void create.run({ ref, name, description, secret: text });
    void update.run({
      ref,
      id: secret.id,
      ...(name !== before.name && { name }),
      ...(description !== before.description && { description }),
      ...(text !== '' && { secret: text }),
    });
  }

  const change = (field: keyof typeof draft) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setDraft((former) => ({ ...former, [field]: value }));
    setProblems({});
    action.reset();
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={isDirty} />
      <TextInput
        label="Name"
        description="By which SQL finds it. Each name can be used once."
        value={draft.name}
        error={problems.name ?? errors.name}
        onChange={change('name')}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <TextInput
        label="Description"
        value={draft.description}
        error={errors.description}
        onChange={change('description')}
        autoComplete="off"
      />
      <Textarea
        label={secret === null ? 'Secret' : 'New secret'}
        description={secret === null ? 'At most 65,536 bytes.' : 'Left empty, the secret stays as it is.'}
        value={draft.text}
        error={problems.secret ?? errors.secret}
        onChange={change('text')}
        rows={4}
        autoComplete="off"
        spellCheck={false}
      />
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      <div className={form.foot}>
        <Button onClick={() => void confirmLeaving().then((leaves) => leaves && onClose())}>Cancel</Button>
        <Button type="submit" variant="filled" loading={action.isRunning}>
          {secret === null ? 'Create secret' : 'Save secret'}
        </Button>
      </div>
    </form>
  );
}
