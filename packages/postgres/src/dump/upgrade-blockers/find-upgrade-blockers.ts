import type { ConnectionTarget } from '../../connections/connection-target.ts';
import { serverMajor } from '../connection/source-snapshot.ts';
import { QUESTIONS_MS, withTransferClient } from '../connection/transfer-client.ts';
import { unsafeObjects } from './unsafe-objects.ts';
import { runCheck, type UpgradeBlocker } from './upgrade-blocker.ts';
import { BLOCKER_CHECKS, IN_PLACE_CHECKS } from './upgrade-blocker-checks.ts';

/**
 * What would make an upgrade to a newer major version by `copyDatabase` fail or lose something. Empty: nothing. The
 * connection is a superuser's. Throws like `connect`.
 */
export async function findUpgradeBlockers(
  source: ConnectionTarget,
  targetMajor: number,
  available: { extensions: readonly string[] },
): Promise<UpgradeBlocker[]> {
  return withTransferClient(source, AbortSignal.timeout(QUESTIONS_MS), async (client) => {
    const target = { major: targetMajor, extensions: available.extensions };
    const major = await serverMajor(client);
    const blockers = wrongDirection(major, targetMajor);
    for (const check of BLOCKER_CHECKS) blockers.push(...(await runCheck(client, check, target)));
    return [...blockers, ...(await unsafeObjects(client, major))];
  });
}

/**
 * What would make an upgrade fail or lose something that `pg_upgrade` does where the data is. It carries over all that a copy cannot.
 * Empty: nothing that can be seen from here. Throws like `connect`.
 */
export async function findInPlaceBlockers(
  source: ConnectionTarget,
  targetMajor: number,
): Promise<UpgradeBlocker[]> {
  return withTransferClient(source, AbortSignal.timeout(QUESTIONS_MS), async (client) => {
    const target = { major: targetMajor, extensions: [] };
    const blockers = wrongDirection(await serverMajor(client), targetMajor);
    for (const check of IN_PLACE_CHECKS) blockers.push(...(await runCheck(client, check, target)));
    return blockers;
  });
}

function wrongDirection(major: number, targetMajor: number): UpgradeBlocker[] {
  if (targetMajor > major) return [];
  const message = `This database has PostgreSQL ${major} already, and an upgrade goes to a newer version. Choose one above ${major}.`;
  return [{ kind: 'unsupported_object', name: `PostgreSQL ${targetMajor}`, message }];
}
