import '../../theme/dialog.ts';
import type { Project } from '@basalt/contract';
import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { usePauseStatus } from '../../api/use-pause-status.ts';
import { usePlan } from '../../api/use-plan.ts';
import { shortName } from '../../lib/format/short-name.ts';
import { isSomebodyElses } from '../../lib/is-somebody-elses.ts';
import type { useBackupDownload } from '../../lib/use-backup-download.ts';
import { CheckGroup } from '../../ui/fields/check-group.tsx';
import form from '../../ui/form.module.css';
import classes from './delete-dialog.module.css';
import { attachedGraceLabels, graceLabels } from './deletion-rules.ts';
import {
  type DeletionDraft,
  type DeletionProblems,
  deletionProblems,
  reasonLines,
  shuffledReasons,
} from './exit-reasons.ts';
import { LastBackup } from './last-backup.tsx';
import type { useDeleteProject } from './use-delete-project.ts';

interface DeleteDialogProps extends Deletable {
  opened: boolean;
  onClose: () => void;
}

/** Asks for the name and, where somebody pays, for the reasons. Every opening begins with an empty form. */
export function DeleteDialog({ opened, onClose, ...rest }: DeleteDialogProps) {
  const leave = () => {
    if (!rest.deletion.isRunning) onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={`Delete ${shortName(rest.project.name)}`}
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <DeleteForm {...rest} onCancel={leave} onDeleted={onClose} />
    </Modal>
  );
}

const EMPTY: DeletionDraft = { typed: '', reasons: [], feedback: '' };
const LONGEST_FEEDBACK = 10_000;

/** What is deleted, and what that and saving it beforehand need. */
interface Deletable {
  project: Project;
  deletion: ReturnType<typeof useDeleteProject>;
  backup: ReturnType<typeof useBackupDownload>;
}

interface DeleteFormProps extends Deletable {
  onCancel: () => void;
  onDeleted: () => void;
}

function DeleteForm({ project, deletion, backup, onCancel, onDeleted }: DeleteFormProps) {
  const { name, organization_slug } = project;
  const isAsked = usePlan(organization_slug) !== 'free';
  const [options] = useState(() => shuffledReasons(Math.random));
  const [draft, setDraft] = useState(EMPTY);
  const [problems, setProblems] = useState<DeletionProblems>({});
  const change = (part: Partial<DeletionDraft>) => {
    setDraft((current) => ({ ...current, ...part }));
    setProblems({});
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (deletion.isRunning) return;
    const found = deletionProblems(draft, { name, isAsked });
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    await deletion.run(
      isAsked ? { reasons: reasonLines(draft.reasons), feedback: draft.feedback.trim() } : null,
    );
    onDeleted();
  }

  return (
    <form className={form.form} onSubmit={(event) => void submit(event)}>
      <GraceNotice project={project} />
      {!project.is_attached && <LastBackup project={project} backup={backup} />}
      {isAsked && (
        <>
          <CheckGroup
            label="Why do you delete it? Choose all that apply."
            options={options}
            values={draft.reasons}
            onChange={(reasons) => change({ reasons })}
            error={problems.reasons}
          />
          <Textarea
            label="Additional feedback"
            placeholder="What would have kept you?"
            autosize
            minRows={2}
            maxRows={6}
            maxLength={LONGEST_FEEDBACK}
            value={draft.feedback}
            onChange={(event) => change({ feedback: event.currentTarget.value })}
          />
        </>
      )}
      <TextInput
        label={
          <>
            Type <strong className={classes.name}>{name}</strong> to confirm
          </>
        }
        value={draft.typed}
        error={problems.typed}
        onChange={(event) => change({ typed: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <div className={form.foot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" color="red" loading={deletion.isRunning}>
          Delete project
        </Button>
      </div>
    </form>
  );
}

/** What happens now and what happens later. */
function GraceNotice({ project }: { project: Project }) {
  const { data } = usePauseStatus(project.ref);
  const days = data?.deletion_grace_days ?? null;
  if (isSomebodyElses(project))
    return (
      <div className={classes.words}>
        <p>The API and all keys of this project stop working at once. The database stays where it is.</p>
        <p>{attachedGraceLabels(days)}</p>
      </div>
    );
  return (
    <div className={classes.words}>
      <p>The database stops, and the API and all keys of this project stop working at once.</p>
      <p>{graceLabels(days)}</p>
    </div>
  );
}
