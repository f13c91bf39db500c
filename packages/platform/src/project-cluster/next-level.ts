import type { WarningLevel } from '@basalt/contract';

/** Shares of what there is, 0 to 1. */
export interface Thresholds {
  warning: number;
  critical: number;
  /** How far below its threshold a level must fall before it ends. */
  slack: number;
}

export type Level = WarningLevel | null;

/** A level begins at its threshold and ends some way below it, so that a value beside the threshold does not make it flap. */
export function nextLevel(before: Level, share: number, { warning, critical, slack }: Thresholds): Level {
  if (share >= critical || (before === 'critical' && share > critical - slack)) return 'critical';
  if (share >= warning || (before !== null && share > warning - slack)) return 'warning';
  return null;
}
