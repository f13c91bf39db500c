import { UPGRADE_STATUS, type UpgradeState } from '@basalt/contract';
import { GIVEN_UP } from '../../operations/progress/operation-labels.ts';

/** Whether an upgrade ended because somebody cancelled it: nothing is wrong then. */
export function wasCancelled({
  status,
  reason,
}: Pick<UpgradeState, 'status'> & Partial<Pick<UpgradeState, 'reason'>>): boolean {
  return status === UPGRADE_STATUS.failed && reason === GIVEN_UP;
}
