import '../../../theme/dialog.ts';
import type { StorageBucket } from '@basalt/contract';
import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { fieldErrors } from '../../../lib/field-errors.ts';
import { readQuota, readSize, SIZE_UNITS, sizeFields } from '../../../lib/format/size-text.ts';
import { confirmLeaving } from '../../../lib/unsaved-changes.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useLast } from '../../../lib/use-last.ts';
import { SizeField } from '../../../ui/fields/size-field.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import form from '../../../ui/form.module.css';
import { Notice } from '../../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { readMimeTypes } from './mime-types.ts';

interface BucketFormProps {
  projectRef: string;
  /** Null: closed. Without a bucket: a new one. */
  editing: { bucket: StorageBucket | null } | null;
  onClose: () => void;
  onCreated: (id: string) => void;
}

/** Makes a bucket, or changes who may see it and what it takes. */
export function BucketForm({ projectRef, editing, onClose, onCreated }: BucketFormProps) {
  const shown = useLast(editing);
  const close = () => void confirmLeaving().then((leaves) => leaves && onClose());
  return (
    <Modal
      opened={editing !== null}
      onClose={close}
      title={shown?.bucket == null ? 'New bucket' : `Edit ${shown.bucket.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
    >
      {editing !== null && (
        <Fields
          projectRef={projectRef}
          bucket={editing.bucket}
          onCancel={close}
          onDone={(id) => {
            onClose();
            if (editing.bucket === null) onCreated(id);
          }}
        />
      )}
    </Modal>
  );
}

interface FieldsProps {
  projectRef: string;
  bucket: StorageBucket | null;
  onCancel: () => void;
  onDone: (id: string) => void;
}

const draftOf = (bucket: StorageBucket | null) => {
  const limit = bucket?.file_size_limit ?? null;
  const quota = bucket?.quota ?? null;
  const quotaFields = sizeFields(quota ?? SIZE_UNITS.GB);
  return {
    name: bucket?.name ?? '',
    isPublic: bucket?.public ?? false,
    hasLimit: limit !== null,
    ...sizeFields(limit ?? 50 * SIZE_UNITS.MB),
    hasQuota: quota !== null,
    quotaAmount: quotaFields.amount,
    quotaUnit: quotaFields.unit,
    types: (bucket?.allowed_mime_types ?? []).join(', '),
  };
};

function Fields({ projectRef: ref, bucket, onCancel, onDone }: FieldsProps) {
  const [before] = useState(() => draftOf(bucket));
  const [draft, setDraft] = useState(before);
  const [isChecked, setChecked] = useState(false);
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: orpc.storageBuckets.key() });
  const create = useAction({
    mutation: orpc.storageBuckets.create.mutationOptions(),
    done: ({ name }) => `Created the bucket ${name}`,
    onDone: async ({ name }) => {
      await refresh();
      onDone(name);
    },
  });
  const update = useAction({
    mutation: orpc.storageBuckets.update.mutationOptions(),
    done: 'Saved the bucket',
    onDone: async (_, { id }) => {
      await refresh();
      onDone(id);
    },
  });
  const action = bucket === null ? create : update;
  const errors = fieldErrors(action.error, ['id', 'file_size_limit', 'allowed_mime_types', 'quota']);
  const isDirty = Object.keys(draft).some((field) => {
    const key = field as keyof typeof draft;
    return draft[key] !== before[key];
  });
  const size = readSize(draft.amount, draft.unit);
  const quota = readQuota(draft.quotaAmount, draft.quotaUnit);
  const mimeTypes = readMimeTypes(draft.types);
  const problems = {
    name: draft.name.trim() === '' ? 'Enter a name.' : null,
    size: draft.hasLimit && 'problem' in size ? size.problem : null,
    quota: draft.hasQuota && 'problem' in quota ? quota.problem : null,
    types: 'problem' in mimeTypes ? mimeTypes.problem : null,
  };
  const shown = isChecked ? problems : { name: null, size: null, quota: null, types: null };

  function edit(part: Partial<typeof draft>) {
    setDraft((former) => ({ ...former, ...part }));
    setChecked(false);
    action.reset();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (action.isRunning || Object.values(problems).some((problem) => problem !== null)) return;
    const limits = {
      public: draft.isPublic,
      file_size_limit: draft.hasLimit && 'bytes' in size ? size.bytes : null,
      allowed_mime_types: 'types' in mimeTypes ? mimeTypes.types : null,
      quota: draft.hasQuota && 'bytes' in quota ? quota.bytes : null,
    };
    if (bucket === null) return void create.run({ ref, id: draft.name.trim(), ...limits });
    void update.run({ ref, id: bucket.id, ...limits });
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={isDirty && !action.isRunning} />
      {bucket === null && (
        <TextInput
          label="Name"
          description="Part of the address of each file. It cannot be changed later."
          value={draft.name}
          error={shown.name ?? errors.id}
          onChange={(event) => edit({ name: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      )}
      <SwitchField
        label="Public bucket"
        description="Whoever knows the address of a file can read it, without signing in. Changing files still takes the right to."
        checked={draft.isPublic}
        onChange={(isPublic) => edit({ isPublic })}
      />
      {before.isPublic !== draft.isPublic && bucket !== null && (
        <Notice tone="warn">
          <p>
            {draft.isPublic
              ? 'All files in this bucket can be read by anybody from then on.'
              : 'Addresses of files that are in use stop working. Signed links take their place.'}
          </p>
        </Notice>
      )}
      <SwitchField
        label="Limit the size of files"
        description="Without it the limit of the project holds, which is in the storage settings."
        checked={draft.hasLimit}
        onChange={(hasLimit) => edit({ hasLimit })}
      />
      {draft.hasLimit && (
        <SizeField
          label="Largest file"
          unitLabel="Unit"
          value={draft}
          error={shown.size ?? errors.file_size_limit}
          onChange={edit}
        />
      )}
      <SwitchField
        label="Limit what all files take together"
        description="Uploads that would exceed the quota of the bucket are refused. Files that are there stay."
        checked={draft.hasQuota}
        onChange={(hasQuota) => edit({ hasQuota })}
      />
      {draft.hasQuota && (
        <SizeField
          label="Quota"
          unitLabel="Unit of the quota"
          value={{ amount: draft.quotaAmount, unit: draft.quotaUnit }}
          error={shown.quota ?? errors.quota}
          onChange={({ amount = draft.quotaAmount, unit = draft.quotaUnit }) =>
            edit({ quotaAmount: amount, quotaUnit: unit })
          }
        />
      )}
      <Textarea
        label="Allowed MIME types"
        description="Separated by commas, such as image/*, application/pdf. Left empty, all types are allowed."
        value={draft.types}
        error={shown.types ?? errors.allowed_mime_types}
        onChange={(event) => edit({ types: event.currentTarget.value })}
        rows={2}
        autoComplete="off"
        spellCheck={false}
      />
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      <div className={form.foot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={action.isRunning}>
          {bucket === null ? 'Create bucket' : 'Save bucket'}
        </Button>
      </div>
    </form>
  );
}
