import type { Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { ConnectRepository } from './connect-repository.tsx';
import { EnableBranching } from './enable-branching.tsx';
import classes from './git.module.css';
import { useGitConnection } from './use-git-connection.ts';

/** The repository that a project's branches follow, whether it can be read, and the way to enable that. */
export function GitSection({ project }: { project: Project }) {
  const { data } = useGitConnection(project.ref);
  const [opened, setOpened] = useState<'connection' | 'enabling' | null>(null);
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
                  <dd>{connection.production_branch}</dd>
                </>
              )}
              {connection.folder !== '' && (
                <>
                  <dt>Folder</dt>
                  <dd>{connection.folder}</dd>
                </>
              )}
            </dl>
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
