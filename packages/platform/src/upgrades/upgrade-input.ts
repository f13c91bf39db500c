import type { PostgresMajor } from '@basalt/clusters';
import type { PostgresEngine } from '@basalt/contract';

/** What an upgrade was asked for. */
export interface UpgradeInput extends Record<string, unknown> {
  from: PostgresEngine;
  to: PostgresEngine;
}

/** Reads back what {@link UpgradeInput} was written down. */
export function readUpgradeInput(input: Record<string, unknown>): UpgradeInput {
  return input as UpgradeInput;
}

export function majorOf(engine: PostgresEngine): PostgresMajor {
  return Number(engine) as PostgresMajor;
}

/** The cluster that the data moves to until it takes the old one's place. */
export function upgradeScratch(operationId: string): string {
  return `upgrade-${operationId.slice(0, 8)}`;
}
