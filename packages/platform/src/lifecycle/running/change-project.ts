import type { LifecycleKind, ProjectAbility } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Actor } from '../../kernel/ports.ts';
import { type BeginOptions, beginOperation } from '../../operations/begin-operation.ts';
import { permittedProject } from '../../projects/permitted-project.ts';

/** What a project can be told to do without saying more. */
export type SimpleChange = Extract<LifecycleKind, 'pause' | 'restart'>;

const ABILITY: Record<SimpleChange, ProjectAbility> = {
  pause: 'pause_project',
  restart: 'restart_project',
};

/** Pauses or restarts a project: checks who asks, then begins the operation. */
export async function changeProject(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  kind: SimpleChange,
  options: BeginOptions = {},
): Promise<void> {
  const { project } = await permittedProject(dependencies.db, actor, ref, ABILITY[kind]);
  await beginOperation(dependencies, project.id, kind, actor.email, options);
}
