import type { BackupStore, ClusterBackups, ClusterDriver, ServerKeeper } from '@basalt/clusters';
import type { OperationKind, StepProgress } from '@basalt/contract';
import type { Database } from '../kernel/open-database.ts';
import type { FunctionFiles, ObjectFiles } from '../kernel/ports.ts';
import type { OperationRow, ProjectRow } from '../kernel/schema.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import type { PlatformSettings } from '../kernel/settings.ts';

/** What a step works with. Project and operation are read anew before each step. */
export interface StepContext {
  project: ProjectRow;
  operation: Pick<OperationRow, 'id' | 'kind' | 'input' | 'result' | 'started_by'>;
  db: Database;
  clusters: ClusterDriver;
  /** Keeps the servers of projects elsewhere; null: none are. */
  keeper: ServerKeeper | null;
  backups: ClusterBackups;
  backupStore: BackupStore;
  objectFiles: ObjectFiles;
  functionFiles: FunctionFiles;
  secrets: SecretBox;
  settings: PlatformSettings;
  /** Fires when somebody asked to give the operation up. A step that takes long passes it on. */
  signal: AbortSignal;
  /** Says how far the step is. Written down now and then, never awaited. */
  report(progress: StepProgress): void;
  /** Keeps what later steps, or people afterwards, need to know: merged into the operation's result at once. */
  note(result: Record<string, unknown>): Promise<void>;
}

/**
 * One step of an operation. It looks before it acts: a step that was cut short by SIGKILL, or whose end was never
 * recorded, runs again and must do no harm.
 */
export interface Step {
  name: string;
  /** What people read while it runs. */
  title: string;
  /** True: from its end on the project's database serves, and who waits for it need not wait for the steps that follow. */
  opensDatabase?: boolean;
  run(context: StepContext): Promise<void>;
}

export interface OperationDefinition {
  kind: OperationKind;
  steps: readonly Step[];
  /**
   * Takes back what a failed operation left. Idempotent like a step. When it succeeds the project ends as the transition's
   * `undone` says; when it throws, as `failed` says.
   */
  undo?(context: StepContext): Promise<void>;
}

/** Every operation as the list of its steps. The engine is given them, so that it need not know what they are about. */
export interface OperationDefinitions {
  usual: Readonly<Record<OperationKind, OperationDefinition>>;
  /** Of projects whose servers are kept for us elsewhere, where other steps lead to the same end. */
  kept: Readonly<Partial<Record<OperationKind, OperationDefinition>>>;
}

/** How an operation is done to a project. */
export function definitionFor(
  { usual, kept }: OperationDefinitions,
  kind: OperationKind,
  { server_keeper }: Pick<ProjectRow, 'server_keeper'>,
): OperationDefinition {
  return (server_keeper === null ? undefined : kept[kind]) ?? usual[kind];
}
