import type { Database } from '../kernel/open-database.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { may } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';

/** Somebody who has opened a project. */
export interface Caller {
  accountId: string;
  projectId: number;
  /** Whether they may have snippets, folders and reports of their own. */
  mayCreate: boolean;
}

/** Whoever can open the project. @throws PlatformError `not_found` */
export async function readerOf(db: Database, actor: Actor, ref: string): Promise<Caller> {
  const { project, role } = await getProject(db, actor.accountId, ref);
  return { accountId: actor.accountId, projectId: project.id, mayCreate: may('create_content', role) };
}

/** Whoever may write there. @throws PlatformError `not_found` or `forbidden` */
export async function authorOf(db: Database, actor: Actor, ref: string): Promise<Caller> {
  const { project } = await permittedProject(db, actor, ref, 'create_content');
  return { accountId: actor.accountId, projectId: project.id, mayCreate: true };
}
