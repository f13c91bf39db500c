import '../../theme/dialog.ts';
import type { Branch } from '@basalt/contract';
import { Button, Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { confirmLeaving } from '../../lib/unsaved-changes.ts';
import { useAction } from '../../lib/use-action.ts';
import { useLast } from '../../lib/use-last.ts';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { LifetimeFields, lifetimeInput, lifetimeOf } from './lifetime-fields.tsx';

interface LifetimeDialogProps {
  /** Null: closed. */
  branch: Branch | null;
  onClose: () => void;
  onDone: () => Promise<void>;
}

/** Changes when a branch is deleted and paused by itself. */
export function LifetimeDialog({ branch, onClose, onDone }: LifetimeDialogProps) {
  const shown = useLast(branch);
  const close = () => void confirmLeaving().then((leaves) => leaves && onClose());
  return (
    <Modal
      opened={branch !== null}
      onClose={close}
      title={`Lifetime of ${shown?.name ?? ''}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {branch !== null && <Fields key={branch.id} branch={branch} onCancel={close} onDone={onDone} />}
    </Modal>
  );
}

function Fields({
  branch,
  onCancel,
  onDone,
}: {
  branch: Branch;
  onCancel: () => void;
  onDone: () => Promise<void>;
}) {
  const before = lifetimeOf(branch);
  const [lifetime, setLifetime] = useState(before);
  const change = useAction({ mutation: orpc.branches.v1Update.mutationOptions(), onDone });
  const isChanged = lifetime.hours !== before.hours || lifetime.minutes !== before.minutes;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isRunning) return;
    void change.run({ branch_id_or_ref: branch.project_ref, ...lifetimeInput(lifetime) });
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={isChanged && !change.isRunning} />
      <LifetimeFields value={lifetime} onChange={setLifetime} />
      {change.error !== null && (
        <Notice tone="danger">Failed to change branch: {change.error.message}</Notice>
      )}
      <div className={form.foot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={change.isRunning} disabled={!isChanged}>
          Save
        </Button>
      </div>
    </form>
  );
}
