import type { ProjectStatus } from '@basalt/contract';
import type { Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import { runningKind } from '../operations/store.ts';
import { describeStatus } from '../projects/describe-status.ts';
import { lockProject } from '../projects/lock-project.ts';
import { alreadyRunning } from '../projects/transitions.ts';

/**
 * Locks a project on which no operation is at work and that has one of these statuses, for a change that the next start applies.
 * @param statuses null: any
 * @throws PlatformError `conflict`, `not_found`
 */
export async function assertIdle(
  transaction: Transaction,
  projectId: number,
  statuses: readonly ProjectStatus[] | null,
): Promise<void> {
  const { status } = await lockProject(transaction, projectId);
  const running = await runningKind(transaction, projectId);
  if (running !== null) throw alreadyRunning(running);
  if (statuses !== null && !statuses.includes(status))
    throw new PlatformError('conflict', `This cannot be changed now: ${describeStatus(status)}.`);
}
