import type { ProjectAbility } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { type AuthAnswer, type AuthCall, callAuth } from './auth-service.ts';

/** A call of a project's auth service on behalf of someone who may do this. */
export async function permittedCall(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  ability: ProjectAbility,
  call: AuthCall,
): Promise<AuthAnswer> {
  await permittedProject(dependencies.db, actor, ref, ability);
  return callAuth(dependencies, ref, call);
}
