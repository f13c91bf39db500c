import type { BackupBucket } from '@basalt/contract';
import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { fieldErrors } from '../../../lib/field-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { SaveForm } from '../../../ui/save-form.tsx';
import type { BackupsShown } from '../restore/backups-shown.ts';
import { useBackupAction } from '../state/use-backups.ts';
import {
  BUCKET_FIELDS,
  BUCKET_LABELS,
  type BucketDraft,
  bucketDraft,
  bucketInput,
  bucketProblems,
} from './bucket-draft.ts';
import classes from './own-bucket.module.css';

const ENCRYPTIONS = [
  { value: 'none', label: 'As it does by itself' },
  { value: 'AES256', label: 'With a key of the store (AES256)' },
  { value: 'aws:kms', label: 'With its key service (aws:kms)' },
];
const LOCKS = [
  { value: 'none', label: 'None' },
  { value: 'governance', label: 'Governance' },
  { value: 'compliance', label: 'Compliance' },
];
const PLACEHOLDERS: Partial<Record<keyof BucketDraft, string>> = {
  endpoint: 'https://s3.eu-central-1.amazonaws.com',
  prefix: 'backups/',
};

/** A bucket that people of the project name, which gets a copy of all its backups. Nothing for those who may not see it. */
export function OwnBucket({ project }: Pick<BackupsShown, 'project'>) {
  const mayManage = project.abilities.back_up;
  const { data } = useQuery(
    orpc.backups.bucket.queryOptions({ input: { ref: project.ref }, enabled: mayManage }),
  );
  if (!mayManage || data === undefined) return null;
  return (
    <Section
      title="A bucket of your own"
      description="Basalt keeps the backups, and copies them to a bucket that you name, in any store that speaks S3. Restores never read from there."
      {...(data.bucket !== null && { actions: <StopCopying projectRef={project.ref} /> })}
    >
      <BucketForm key={data.bucket?.updated_at} projectRef={project.ref} saved={data.bucket} />
    </Section>
  );
}

function BucketForm({ projectRef, saved }: { projectRef: string; saved: BackupBucket | null }) {
  const [edited, setEdited] = useState<BucketDraft | null>(null);
  const [isChecked, setChecked] = useState(false);
  const { run, isRunning, error, reset } = useBackupAction({
    mutation: orpc.backups.setBucket.mutationOptions(),
    done: 'The bucket was tried and saved',
  });
  const before = bucketDraft(saved);
  const draft = edited ?? before;
  const changed = BUCKET_FIELDS.filter((name) => draft[name] !== before[name]);
  const problems = isChecked ? bucketProblems(draft, saved) : {};
  const errors = fieldErrors(error, BUCKET_FIELDS);

  function edit(part: Partial<BucketDraft> | null) {
    setEdited(part === null ? null : { ...draft, ...part });
    setChecked(false);
    reset();
  }

  async function submit() {
    setChecked(true);
    if (changed.length === 0 || Object.keys(bucketProblems(draft, saved)).length > 0) return;
    if ((await run({ ref: projectRef, ...bucketInput(draft) })) !== undefined) edit(null);
  }

  const field = (name: keyof BucketDraft) => ({
    label: BUCKET_LABELS[name],
    value: draft[name],
    error: problems[name] ?? errors[name],
    placeholder: PLACEHOLDERS[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => edit({ [name]: event.currentTarget.value }),
  });
  return (
    <SaveForm
      label="A bucket of your own"
      changed={changed.map((name) => BUCKET_LABELS[name])}
      isRunning={isRunning}
      refusal={errors.general}
      onSubmit={() => void submit()}
      onDiscard={() => edit(null)}
    >
      <div className={classes.fields}>
        <TextInput {...field('endpoint')} />
        <TextInput {...field('region')} />
        <TextInput {...field('bucket')} />
        <TextInput {...field('prefix')} />
        <TextInput {...field('access_key')} />
        <PasswordInput
          {...field('secret_key')}
          autoComplete="new-password"
          placeholder={saved === null ? '' : 'Leave empty to keep it'}
        />
        <NativeSelect {...field('encryption')} data={ENCRYPTIONS} />
        {draft.encryption === 'aws:kms' && (
          <TextInput {...field('encryption_key')} placeholder="Empty: the usual one" />
        )}
        <NativeSelect {...field('lock')} data={LOCKS} />
        {draft.lock !== 'none' && <TextInput {...field('lock_days')} inputMode="numeric" />}
      </div>
    </SaveForm>
  );
}

function StopCopying({ projectRef }: { projectRef: string }) {
  const [isAsking, setAsking] = useState(false);
  const { run, isRunning } = useBackupAction({
    mutation: orpc.backups.removeBucket.mutationOptions(),
    done: 'Backups are copied there no longer',
    failed: (message) => `Failed to forget the bucket: ${message}`,
    onDone: () => setAsking(false),
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>Stop copying</Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void run({ ref: projectRef })}
        title="Stop copying backups to this bucket?"
        confirmLabel="Stop copying"
        isRunning={isRunning}
      >
        The backups that Basalt keeps stay as they are. What is in the bucket stays there, too, and is yours
        to delete.
      </ConfirmDialog>
    </>
  );
}
