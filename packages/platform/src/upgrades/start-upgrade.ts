import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { beginOperation } from '../operations/begin-operation.ts';
import { isKept } from '../projects/own-cluster.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { checkEligibility } from './check-eligibility.ts';
import { type UpgradeInput, upgradeTargets } from './upgrade-rules.ts';

/**
 * Begins the upgrade of a project when nothing stands in its way. Answers the tracking id.
 * @throws PlatformError `bad_request` for a version that is not newer, `conflict` with what stands in the way
 */
export async function startUpgrade(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  to: string,
): Promise<string> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'upgrade_project');
  const from = project.postgres_engine;
  const targets = upgradeTargets(from);
  const target = targets.find((engine) => engine === to);
  if (target === undefined) throw notATarget(from, to, targets);
  const { blockers } = await checkEligibility(dependencies, project, target);
  const [blocker] = blockers;
  if (blocker !== undefined) throw new PlatformError('conflict', blocker.message, { details: blockers });
  return await beginOperation(dependencies, project.id, 'upgrade', actor.email, {
    input: { from, to: target } satisfies UpgradeInput,
  });
}

function notATarget(from: string, to: string, targets: readonly string[]): PlatformError {
  const choice =
    targets.length === 0 ? 'There is no newer version yet' : `It can be upgraded to ${targets.join(', ')}`;
  return new PlatformError(
    'bad_request',
    `The project has PostgreSQL ${from} and cannot be upgraded to ${to.slice(0, 20)}. ${choice}.`,
    { field: 'target_version' },
  );
}

/** @throws PlatformError `bad_request` for a release channel that has no versions */
export function assertOffered(channel: string | undefined): void {
  if (channel === undefined || channel === 'ga') return;
  throw new PlatformError(
    'bad_request',
    `There are no versions in the release channel ${channel}, only in ga.`,
    {
      field: 'release_channel',
    },
  );
}

/** Asks an upgrade at work to stop and go back to the old cluster. @throws PlatformError `conflict` when none is at work */
export async function cancelUpgrade(db: Database, actor: Actor, ref: string): Promise<void> {
  const { project } = await permittedProject(db, actor, ref, 'upgrade_project');
  if (isKept(project))
    throw new PlatformError(
      'conflict',
      'An upgrade in Kubernetes cannot be canceled: the data is upgraded where it is. Should it fail, the project goes on with its former version.',
    );
  const { numUpdatedRows } = await db
    .updateTable('operations')
    .set({ cancel_requested: true })
    .where('project_id', '=', project.id)
    .where('kind', '=', 'upgrade')
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new PlatformError('conflict', 'No upgrade of this project is at work.');
}
