import { notEmbedded } from '../errors/request-errors.ts';
import type { Condition, EmbedItem, OrderTerm, ReadLevel, SelectItem } from './read-plan.ts';

/** A level while the request is being read. */
export interface OpenLevel extends ReadLevel {
  select: readonly SelectItem[];
  where: Condition[];
  order: OrderTerm[];
  limit: number | null;
  offset: number;
}

export function newLevel(select: readonly SelectItem[]): OpenLevel {
  return { select, where: [], order: [], limit: null, offset: 0 };
}

/** The embed that parameters call by this name: its alias if it has one, else its name as written. */
export function findEmbed(level: ReadLevel, name: string): EmbedItem {
  for (const item of level.select)
    if (item.kind === 'embed' && (item.alias ?? item.name) === name) return item;
  throw notEmbedded(name);
}

/**
 * The level that a path of embed names leads to.
 * @throws {RestError} PGRST108 when `select` does not embed one of them
 */
export function levelAt(root: OpenLevel, path: readonly string[]): OpenLevel {
  // All levels below an open one were made by `newLevel` in the same request.
  return path.reduce((level, name) => findEmbed(level, name).level as OpenLevel, root);
}
