/** What a transaction may leave behind in a session that the next client must not find. */
export type Leftovers = 'nothing' | 'settings' | 'everything';

const LEAVES: Record<string, Leftovers> = {
  SET: 'settings',
  RESET: 'settings',
  LISTEN: 'everything',
  UNLISTEN: 'everything',
  LOAD: 'everything',
  PREPARE: 'everything',
  DEALLOCATE: 'everything',
  DISCARD: 'everything',
  'DECLARE CURSOR': 'everything',
  'CREATE TABLE': 'everything',
  'CREATE TABLE AS': 'everything',
  'CREATE VIEW': 'everything',
  'CREATE SEQUENCE': 'everything',
};

/** By the tag with which the server says that a command is complete. `SELECT set_config(…)` cannot be told from other reads. */
export function leftoversOf(tag: string): Leftovers {
  return LEAVES[tag] ?? LEAVES[tag.split(' ', 1)[0] as string] ?? 'nothing';
}

/** The larger of the two. */
export function moreOf(one: Leftovers, other: Leftovers): Leftovers {
  if (one === 'everything' || other === 'everything') return 'everything';
  return one === 'settings' ? one : other;
}

/** How a session becomes as it was when it was opened. */
export function cleaning(leftovers: Exclude<Leftovers, 'nothing'>): string {
  return leftovers === 'settings' ? 'RESET ALL' : 'DISCARD ALL';
}
