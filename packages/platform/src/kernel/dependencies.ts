import type { ClusterDriver } from '@basalt/clusters';
import type { OperationsEngine } from '../operations/engine.ts';
import type { Log } from './log.ts';
import type { Database } from './open-database.ts';
import type { CallProject, RequestLogReader } from './ports.ts';
import type { SecretBox } from './secret-box.ts';
import type { PlatformSettings } from './settings.ts';

/** What every command of the platform works with. */
export interface Dependencies {
  db: Database;
  secrets: SecretBox;
  clusters: ClusterDriver;
  operations: OperationsEngine;
  settings: PlatformSettings;
  callProject: CallProject;
  requestLog: RequestLogReader;
  log: Log;
}
