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
