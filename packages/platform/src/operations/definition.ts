import type { ClusterDriver } from '@basalt/clusters';
import type { OperationKind } from '@basalt/contract';
import type { Database } from '../kernel/open-database.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import type { PlatformSettings } from '../kernel/settings.ts';

/** What a step works with. The project row is read anew before each step. */
export interface StepContext {
  project: ProjectRow;
  db: Database;
  clusters: ClusterDriver;
  secrets: SecretBox;
  settings: PlatformSettings;
}

/**
 * One step of an operation. It looks before it acts: a step that was cut short by SIGKILL, or whose end was never
 * recorded, runs again and must do no harm.
 */
export interface Step {
  name: string;
  /** What people read while it runs. */
  title: string;
  run(context: StepContext): Promise<void>;
}

export interface OperationDefinition {
  kind: OperationKind;
  steps: readonly Step[];
  /** Takes back what a failed operation left. Idempotent like a step. */
  undo?(context: StepContext): Promise<void>;
}
