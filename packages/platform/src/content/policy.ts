import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ContentItemRow } from '../kernel/schema.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { may } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';

type Ownership = Pick<ContentItemRow, 'owner_id' | 'project_id' | 'visibility' | 'deleted_at' | 'type'>;

const NOUNS = { sql: 'snippet', report: 'report', graphql: 'query', log: 'query' } as const;

/** Only its owner sees a private item, and only its owner can bring a deleted one back. */
function maySee(item: Ownership, { accountId, projectId }: Pick<Caller, 'accountId' | 'projectId'>): boolean {
  if (item.project_id !== projectId) return false;
  return item.owner_id === accountId || (item.visibility === 'project' && item.deleted_at === null);
}

/**
 * Changing, moving, sharing and deleting are the owner's. Others are told so of what they see, and of the rest that there is
 * nothing.
 * @throws PlatformError `not_found` or `forbidden`
 */
export function assertMayChange<Item extends Ownership>(
  item: Item | undefined,
  caller: Pick<Caller, 'accountId' | 'projectId'>,
): asserts item is Item {
  if (item === undefined || !maySee(item, caller)) throw unknownContent();
  if (item.owner_id === caller.accountId) return;
  const noun = NOUNS[item.type];
  throw new PlatformError(
    'forbidden',
    `Only the owner of this shared ${noun} can change it. Duplicate it to have one of your own.`,
  );
}

export function unknownContent(): PlatformError {
  return new PlatformError('not_found', 'There is no snippet or report with this id.');
}

export function unknownFolder(): PlatformError {
  return new PlatformError('not_found', 'There is no folder with this id.');
}

/** Somebody who has opened a project. */
export interface Caller {
  accountId: string;
  projectId: number;
  /** Whether they may have snippets, folders and reports of their own. */
  mayCreate: boolean;
}

/** Whoever can open the project. @throws PlatformError `not_found` */
export async function readerOf(db: Database, actor: Actor, ref: string): Promise<Caller> {
  const { project, role } = await getProject(db, actor, ref);
  return { accountId: actor.accountId, projectId: project.id, mayCreate: may('create_content', role) };
}

/** Whoever may write there. @throws PlatformError `not_found` or `forbidden` */
export async function authorOf(db: Database, actor: Actor, ref: string): Promise<Caller> {
  const { project } = await permittedProject(db, actor, ref, 'create_content');
  return { accountId: actor.accountId, projectId: project.id, mayCreate: true };
}
