import '../../theme/dialog.ts';
import type { FreeLimitMember, Project } from '@basalt/contract';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import form from '../../ui/form.module.css';
import classes from './restore-dialogs.module.css';
import type { useRestoreFlow } from './use-restore-flow.ts';
import { currentChoice } from './version-choice.ts';
import { VersionPicker } from './version-picker.tsx';

interface RestoreDialogsProps {
  project: Project;
  flow: ReturnType<typeof useRestoreFlow>;
}

/** The dialog of the state that the restore machine is in. */
export function RestoreDialogs({ project, flow }: RestoreDialogsProps) {
  const { state, dispatch, confirm } = flow;
  const cancel = () => dispatch({ type: 'cancel' });
  switch (state.at) {
    case 'blocked':
      return <FreeLimitDialog project={project} members={state.members} onClose={cancel} />;
    case 'choosing':
    case 'starting':
      return (
        <RestoreDialog
          projectRef={project.ref}
          choice={state.choice}
          isStarting={state.at === 'starting'}
          onChoose={(choice) => dispatch({ type: 'choose', choice })}
          onConfirm={(choice) => void confirm(choice)}
          onCancel={cancel}
        />
      );
    default:
      return null;
  }
}

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
function RestoreDialog(props: RestoreDialogProps) {
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

interface FreeLimitDialogProps {
  project: Project;
  members: readonly FreeLimitMember[];
  onClose: () => void;
}

/** Who has as many active projects in free organizations as they may, and what to do. */
function FreeLimitDialog({ project, members, onClose }: FreeLimitDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Members have reached their limit of free projects"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={form.form}>
        <p className={classes.text}>
          {project.name} cannot be restored: these owners and administrators of {project.organization_name}{' '}
          have as many active projects in free organizations as they may.
        </p>
        <ul className={classes.members} aria-label="Members at their limit">
          {members.map(({ username, primary_email, free_project_limit: limit }) => (
            <li key={`${username} ${primary_email}`} className={classes.member}>
              <span className={classes.name}>{username === '' ? primary_email : username}</span>
              <span className={classes.limit}>
                Limit: {limit === 1 ? '1 free project' : `${limit} free projects`}
              </span>
            </li>
          ))}
        </ul>
        <p className={classes.text}>
          They can delete or pause one of them, or the organization moves to another plan. An owner can
          restore the project through the API meanwhile: <code>POST /v1/projects/{project.ref}/restore</code>
        </p>
        <div className={form.foot}>
          <ButtonLink
            to="/org/$slug/billing"
            params={{ slug: project.organization_slug }}
            search={{ panel: 'subscriptionPlan' }}
          >
            Upgrade to Pro
          </ButtonLink>
          <Button variant="filled" onClick={onClose} data-autofocus>
            Understood
          </Button>
        </div>
      </div>
    </Modal>
  );
}
