import type { GitConnection } from '@basalt/contract';
import { GitError } from '../git/git-error.ts';
import type { Repository } from '../git/open-repository.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { getMembership } from '../organizations/store.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { may } from '../projects/policy.ts';
import { getProject, listProjects } from '../projects/store.ts';
import {
  askRepository,
  findConnection,
  getConnection,
  listConnections,
  noConnection,
  presentConnection,
} from './store.ts';

type Reading = Pick<Dependencies, 'db' | 'outgoing' | 'secrets' | 'settings'>;

/** Connections of those projects of an organization that the caller sees. */
export async function connectionsOfOrganization(
  { db }: Reading,
  actor: Actor,
  slug: string,
): Promise<GitConnection[]> {
  const { organization } = await getMembership(db, actor, slug);
  const seen = await listProjects(db, actor);
  const ids = seen
    .filter(({ project }) => project.organization_id === organization.id)
    .map(({ project }) => project.id);
  return (await listConnections(db, organization.id, ids)).map(presentConnection);
}

/** Of a branch, the connection of its project. */
export async function connectionOfProject({ db, secrets, settings }: Reading, actor: Actor, ref: string) {
  const { project, parent, role } = await getProject(db, actor, ref);
  const { id } = parent === null ? project : (await getProject(db, actor, parent.ref)).project;
  const row = await findConnection(db, id);
  return {
    connection: row === undefined ? null : presentConnection(row),
    webhook:
      row === undefined || !may('manage_branches', role)
        ? null
        : {
            url: `${settings.dashboardUrl}/platform/integrations/git/hooks/${row.id}`,
            secret: secrets.open(row.sealed_webhook_secret),
          },
    local_repositories: settings.gitRepositories !== null,
  };
}

/** @throws PlatformError `not_found` when the repository has no such branch, `unavailable` when it cannot be read now */
export async function checkBranch(
  dependencies: Reading,
  actor: Actor,
  { connectionId, branchName: name }: { connectionId: number; branchName: string },
  signal: AbortSignal,
) {
  const { answer, repository } = await ask(dependencies, actor, connectionId, (it) =>
    it.findBranch(name, signal),
  );
  if (answer === null) throw new PlatformError('not_found', `Unable to find branch from ${repository}`);
  return { name, commit: { sha: answer } };
}

/** @throws PlatformError as {@link checkBranch} */
export async function listGitBranches(
  dependencies: Reading,
  actor: Actor,
  connectionId: number,
  signal: AbortSignal,
) {
  const { answer } = await ask(dependencies, actor, connectionId, (it) => it.listBranches(signal));
  return { branches: [...answer.branches.keys()], default_branch: answer.defaultBranch };
}

async function ask<T>(
  dependencies: Reading,
  actor: Actor,
  connectionId: number,
  work: (repository: Repository) => Promise<T>,
): Promise<{ answer: T; repository: string }> {
  const row = await getConnection(dependencies.db, connectionId);
  await permittedProject(dependencies.db, actor, row.ref, 'manage_branches').catch((error: unknown) => {
    // Not even that it is there is told to others.
    throw error instanceof PlatformError && error.code === 'not_found' ? noConnection() : error;
  });
  try {
    return {
      answer: await askRepository(dependencies, row, work),
      repository: presentConnection(row).repository.name,
    };
  } catch (error) {
    throw error instanceof GitError ? new PlatformError('unavailable', error.message) : error;
  }
}
