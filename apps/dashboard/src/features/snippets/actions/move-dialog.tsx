import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { shortName } from '../../../lib/format/short-name.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import '../../../theme/dialog.ts';
import classes from '../document/conflict-dialog.module.css';
import { useFolders, useSort } from '../list/use-snippet-lists.ts';
import type { SnippetFacts } from '../open/snippet-facts.ts';
import { useSnippetActions } from './use-snippet-actions.ts';

interface MoveDialogProps {
  projectRef: string;
  facts: SnippetFacts;
  onClose: () => void;
}

const NO_FOLDER = '-';

/** Puts a snippet into one of the folders, or into none. */
export function MoveDialog({ projectRef, facts, onClose }: MoveDialogProps) {
  const actions = useSnippetActions(projectRef);
  const [sort] = useSort(projectRef);
  const { data, error, refetch } = useFolders(projectRef, sort);
  const [target, setTarget] = useState(facts.folderId ?? NO_FOLDER);
  const folders = data?.pages[0]?.data.folders ?? [];
  const move = async () => {
    const folder_id = target === NO_FOLDER ? null : target;
    if (folder_id === facts.folderId || (await actions.change(facts.id, { folder_id })) !== undefined)
      onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Move “${shortName(facts.name)}”`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {error !== null && data === undefined && (
        <ErrorState error={error} title="The folders could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton height={20} lines={3} />}
      {data !== undefined && (
        <RadioGroup
          label="Folder"
          value={target}
          onChange={setTarget}
          options={[
            { value: NO_FOLDER, label: 'No folder' },
            ...folders.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <div className={classes.actions}>
        <span className={classes.room} />
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="filled" loading={actions.isBusy} onClick={() => void move()}>
          Move
        </Button>
      </div>
    </Modal>
  );
}
