import type { ClusterDriver } from '@basalt/clusters';
import type { Plan } from '@basalt/contract';
import type { OperationsEngine } from '../operations/engine.ts';
import type { Database } from './open-database.ts';
import type { SecretBox } from './secret-box.ts';

export type Log = (
  level: 'debug' | 'info' | 'warn' | 'error',
  fields: Record<string, unknown>,
  message: string,
) => void;

/** Settings of the platform that come from the environment. */
export interface PlatformSettings {
  /** Host that database clients connect to. */
  databaseHost: string;
  /** First and last TCP port a project's database may have. */
  databasePorts: { first: number; last: number };
  /** Base URL of a project's APIs, without a slash at the end. */
  projectUrl: (ref: string) => string;
  defaultPlan: Plan;
}

/** What every command of the platform works with. */
export interface Dependencies {
  db: Database;
  secrets: SecretBox;
  clusters: ClusterDriver;
  operations: OperationsEngine;
  settings: PlatformSettings;
  log: Log;
}
