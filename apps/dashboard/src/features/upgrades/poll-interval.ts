import { POLL, UPGRADE_STATUS, type UpgradeState } from '@basalt/contract';

/** A small database is through in seconds: as long as this (milliseconds) an upgrade is looked at every second. */
const QUICK_FOR = 60_000;
const QUICK = 1_000;

type Known = Pick<UpgradeState, 'status' | 'progress' | 'initiated_at'>;

/** After how many milliseconds to look again; false when nothing is going to change. */
export function pollInterval(upgrade: Known | null | undefined, now: number): number | false {
  if (upgrade === undefined) return POLL.upgrading;
  if (upgrade === null || upgrade.status === UPGRADE_STATUS.failed) return false;
  if (upgrade.status === UPGRADE_STATUS.upgraded) {
    return upgrade.progress === '9_completed_upgrade' ? POLL.upgrading : false;
  }
  // The clocks of the browser and of the server may differ either way.
  return Math.abs(now - Date.parse(upgrade.initiated_at)) < QUICK_FOR ? QUICK : POLL.upgrading;
}
