import '../../../theme/dialog.ts';
import type { Project } from '@basalt/contract';
import { Button, Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { orpc } from '../../../api/client.ts';
import { usePlan } from '../../../api/use-plan.ts';
import { confirmLeaving } from '../../../lib/unsaved-changes.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import form from '../../../ui/form.module.css';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { useBranchRefresh } from '../use-branches.ts';
import classes from './git.module.css';
import { GitBranchField, useGitBranch } from './git-branch-field.tsx';
import { useGitConnection } from './use-git-connection.ts';

interface EnableBranchingProps {
  project: Project;
  opened: boolean;
  onClose: () => void;
  /** Opens the panel in which a repository is connected. */
  onConfigure: () => void;
}

/** Says what branching costs and does, and asks for the branch of the repository that stands for production. */
export function EnableBranching({ project, opened, onClose, onConfigure }: EnableBranchingProps) {
  const close = () => void confirmLeaving().then((leaves) => leaves && onClose());
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Enable database branching"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <Content project={project} onCancel={close} onDone={onClose} onConfigure={onConfigure} />}
    </Modal>
  );
}

interface ContentProps {
  project: Project;
  onCancel: () => void;
  onDone: () => void;
  onConfigure: () => void;
}

function Content({ project, onCancel, onDone, onConfigure }: ContentProps) {
  const plan = usePlan(project.organization_slug);
  if (plan === 'free')
    return (
      <Notice
        tone="info"
        title="Branching needs the Pro plan"
        actions={
          <ButtonLink to="/org/$slug/billing" params={{ slug: project.organization_slug }}>
            Upgrade to Pro
          </ButtonLink>
        }
      >
        <p>The organization of this project is on the free plan.</p>
      </Notice>
    );
  return <Connected project={project} onCancel={onCancel} onDone={onDone} onConfigure={onConfigure} />;
}

function Connected(props: ContentProps) {
  const { data, error, refetch } = useGitConnection(props.project.ref);
  if (error !== null && data === undefined)
    return (
      <ErrorState error={error} title="The connection could not be loaded" onRetry={() => void refetch()} />
    );
  if (data === undefined)
    return (
      <div role="status" aria-label="Loading the connection">
        <Skeleton height={280} radius={10} />
      </div>
    );
  return <Fields {...props} repository={data.connection?.repository ?? null} />;
}

interface FieldsProps extends ContentProps {
  repository: { id: number; name: string } | null;
}

function Fields({ project, repository, onCancel, onDone, onConfigure }: FieldsProps) {
  const branch = useGitBranch(repository);
  const queries = useQueryClient();
  const refresh = useBranchRefresh(project.ref);
  const create = useAction({
    mutation: orpc.branches.v1Create.mutationOptions(),
    done: 'Successfully created new branch',
    failed: (message) => `Failed to create branch: ${message}`,
    onDone: async () => {
      await Promise.all([refresh(), queries.invalidateQueries({ queryKey: orpc.gitConnections.key() })]);
      onDone();
    },
  });
  const isReady = branch.name !== '' && branch.state === 'found';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady || create.isRunning) return;
    void create.run({
      ref: project.ref,
      branch_name: branch.name,
      git_branch: branch.name,
      region: project.region,
      is_default: true,
    });
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={branch.name !== '' && !create.isRunning} />
      <section aria-label="Git connection" className={form.form}>
        <div className={classes.repository}>
          {repository === null ? (
            <span className={classes.dim}>No repository is connected.</span>
          ) : (
            <strong>{repository.name}</strong>
          )}
          <Button size="xs" onClick={onConfigure}>
            Configure connection
          </Button>
        </div>
        <GitBranchField
          label="Production branch"
          description="The branch of the repository that the project itself stands for."
          branch={branch}
          disabled={repository === null}
        />
      </section>
      <RecoveryNote projectRef={project.ref} />
      <ul className={classes.notes}>
        <li>
          Each branch is billed at <strong>$0.32 per day</strong> until it is removed, as part of the Pro
          plan. Nothing is charged here: this machine is yours.
        </li>
        <li>
          Migrations are applied from the folder <code>supabase/migrations</code> of the repository, to each
          branch that follows one of its branches.
        </li>
        <li>
          Branches can also be made by name, without a repository. See{' '}
          <Link to="/docs/$name" params={{ name: 'branching' }} className={classes.link ?? ''}>
            the documentation
          </Link>
          .
        </li>
      </ul>
      <div className={form.foot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" disabled={!isReady} loading={create.isRunning}>
          I understand, enable branching
        </Button>
      </div>
    </form>
  );
}

/** What a merge breaks can be taken back to any moment only with it. */
function RecoveryNote({ projectRef }: { projectRef: string }) {
  const { data } = useQuery(orpc.addons.v1List.queryOptions({ input: { ref: projectRef } }));
  if (data === undefined || data.selected_addons.some(({ type }) => type === 'pitr')) return null;
  return (
    <Notice
      tone="warn"
      title="Point-in-time recovery is recommended"
      actions={
        <ButtonLink to="/project/$ref/settings/addons" params={{ ref: projectRef }}>
          Show add-ons
        </ButtonLink>
      }
    >
      <p>Without it, a migration that was merged by mistake can be taken back to the last backup only.</p>
    </Notice>
  );
}
