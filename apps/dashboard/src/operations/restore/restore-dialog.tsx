import '../../theme/dialog.ts';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import form from '../../ui/form.module.css';
import { currentChoice } from './version-choice.ts';
import { VersionPicker } from './version-picker.tsx';

interface RestoreDialogProps {
  projectRef: string;
  /** `engine|channel`; empty: nothing was chosen by hand. */
  choice: string;
  isStarting: boolean;
  onChoose: (choice: string) => void;
  onConfirm: (choice: string) => void;
  onCancel: () => void;
}

/** With which version, and what it means. Where no version is offered, the project starts with its own. */
export function RestoreDialog(props: RestoreDialogProps) {
  const { projectRef, isStarting, onChoose, onConfirm, onCancel } = props;
  const { data, isPending } = useQuery(
    orpc.pauseAndDeletion.restoreVersions.queryOptions({ input: { ref: projectRef } }),
  );
  const versions = data?.available_versions ?? [];
  const choice = currentChoice(versions, props.choice);
  const [isMissing, setMissing] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isStarting || isPending) return;
    const isRequired = versions.length > 0;
    setMissing(isRequired && choice === '');
    if (!isRequired || choice !== '') onConfirm(choice);
  }

  return (
    <Modal opened onClose={onCancel} title="Restore project" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className={form.form} onSubmit={submit}>
        <p>The database starts again with all of its data, at the same address and with the same password.</p>
        <VersionPicker
          versions={versions}
          choice={choice}
          isLoading={isPending}
          error={isMissing ? 'Choose a version.' : null}
          onChoose={onChoose}
        />
        <div className={form.foot}>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            type="submit"
            variant="filled"
            loading={isStarting}
            aria-disabled={isPending}
            data-autofocus
          >
            Restore project
          </Button>
        </div>
      </form>
    </Modal>
  );
}
