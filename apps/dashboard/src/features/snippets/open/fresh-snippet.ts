import { takeHandedOver } from '../../../lib/hand-over.ts';
import { newId } from '../../../lib/new-id.ts';

/** What `/sql/new` shows: an id of its own from the start, so that it is the same snippet once it has an address. */
export interface FreshSnippet {
  id: string;
  /** SQL that another page handed over, with its name. */
  content: { sql: string; name: string } | null;
}

const fresh = new Map<string, FreshSnippet>();

/** The new snippet of a project; another one once that is used or when SQL was handed over. */
export function freshSnippet(projectRef: string): FreshSnippet {
  const content = takeHandedOver(projectRef);
  const known = fresh.get(projectRef);
  if (known !== undefined && content === null) return known;
  const made = { id: newId(), content };
  fresh.set(projectRef, made);
  return made;
}

/** The new snippet has a first change and with it an address: the next visit of `/sql/new` gets another one. */
export function leaveFresh(projectRef: string, id: string): void {
  if (fresh.get(projectRef)?.id === id) fresh.delete(projectRef);
}
