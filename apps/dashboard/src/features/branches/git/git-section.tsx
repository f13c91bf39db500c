import type { Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { ConnectRepository } from './connect-repository.tsx';
import { EnableBranching } from './enable-branching.tsx';
import classes from './git.module.css';
import { GitLog } from './git-log.tsx';
import { useGitConnection } from './use-git-connection.ts';

/** The repository that a project's branches follow, whether it can be read, and the way to enable that. */
export function GitSection({ project }: { project: Project }) {
  const { data } = useGitConnection(project.ref);
  const [opened, setOpened] = useState<'connection' | 'enabling' | 'following' | 'commits' | null>(null);
  const queries = useQueryClient();
  const follow = useAction({
    mutation: orpc.gitConnections.update.mutationOptions(),
    done: ({ follows }) =>
      follows ? 'Production follows its branch now' : 'Production follows nothing any more',
    failed: (message) => `Failed to change it: ${message}`,
    onDone: async () => {
      setOpened(null);
      await queries.invalidateQueries({ queryKey: orpc.gitConnections.key() });
    },
  });
  if (data === undefined) return null;
  const { connection } = data;
  const reason = project.abilities.manage_branches
    ? null
    : 'You do not have the permissions to manage branches of this project.';
  return (
    <>
      <Section
        title="Git repository"
        description="Branches can follow branches of a repository: its migrations, seed and functions are applied at every push."
        actions={
          <>
            <GuardedButton reason={reason} onClick={() => setOpened('connection')}>
              Configure connection
            </GuardedButton>
            {(connection === null || connection.production_branch === null) && (
              <GuardedButton reason={reason} onClick={() => setOpened('enabling')}>
                Enable branching
              </GuardedButton>
            )}
          </>
        }
      >
        {connection === null ? undefined : (
          <>
            <dl className={classes.facts}>
              <dt>Repository</dt>
              <dd>
                {connection.repository.name} <span className={classes.dim}>{connection.address}</span>
              </dd>
              {connection.production_branch !== null && (
                <>
                  <dt>Production branch</dt>
                  <dd>
                    {connection.production_branch}{' '}
                    <span className={classes.dim}>
                      {connection.follows
                        ? 'Every push is applied to the project.'
                        : 'A push there does not change the project.'}
                    </span>
                  </dd>
                </>
              )}
              {connection.folder !== '' && (
                <>
                  <dt>Folder</dt>
                  <dd>{connection.folder}</dd>
                </>
              )}
            </dl>
            {connection.production_branch !== null && (
              <div className={classes.actions}>
                <GuardedButton
                  reason={whyNoFollowing(project)}
                  onClick={() =>
                    connection.follows
                      ? void follow.run({ ref: project.ref, follows: false })
                      : setOpened('following')
                  }
                  loading={follow.isRunning}
                >
                  {connection.follows ? 'Stop following' : 'Follow in production'}
                </GuardedButton>
                {connection.follows && <Button onClick={() => setOpened('commits')}>Show commits</Button>}
              </div>
            )}
            {connection.state !== 'ok' && (
              <Notice
                tone="danger"
                title="The repository cannot be read"
                actions={
                  reason === null && (
                    <Button onClick={() => setOpened('connection')}>Change connection</Button>
                  )
                }
              >
                <p>{connection.state_reason}</p>
              </Notice>
            )}
          </>
        )}
      </Section>
      <ConfirmDialog
        opened={opened === 'following'}
        onClose={() => setOpened(null)}
        onConfirm={() => void follow.run({ ref: project.ref, follows: true })}
        title="Follow in production"
        confirmLabel="Follow"
        isRunning={follow.isRunning}
      >
        New migrations and functions of {connection?.production_branch} are applied to {project.name}, now and
        at every push: whoever may push there changes the project. A restore point is made before. A migration
        that fails is taken back, and what came before it stays.
      </ConfirmDialog>
      <GitLog
        branch={opened === 'commits' ? { name: project.name, project_ref: project.ref } : null}
        mayManage={whyNoFollowing(project) === null}
        onClose={() => setOpened(null)}
      />
      <EnableBranching
        project={project}
        opened={opened === 'enabling'}
        onClose={() => setOpened(null)}
        onConfigure={() => setOpened('connection')}
      />
      <ConnectRepository
        projectRef={project.ref}
        opened={opened === 'connection'}
        onClose={() => setOpened(null)}
      />
    </>
  );
}

function whyNoFollowing({ abilities }: Project): string | null {
  return abilities.manage_branches && abilities.run_sql && abilities.deploy_functions
    ? null
    : 'You do not have the permissions to change this project.';
}
