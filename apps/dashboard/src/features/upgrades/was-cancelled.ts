import { UPGRADE_STATUS, type UpgradeState } from '@basalt/contract';

/** What the platform gives as the reason when somebody has asked for the end of an operation. */
const GIVEN_UP = 'It was given up on request.';

/** Whether an upgrade ended because somebody cancelled it: nothing is wrong then. */
export function wasCancelled({ status, reason }: Pick<UpgradeState, 'status' | 'reason'>): boolean {
  return status === UPGRADE_STATUS.failed && reason === GIVEN_UP;
}
