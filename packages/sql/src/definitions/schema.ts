import { quoteIdent } from '../text/identifiers.ts';
import { commentOn } from './comment.ts';

export interface NewSchema {
  name: string;
  owner?: string | undefined;
  comment?: string | null | undefined;
}

export function createSchema({ name, owner, comment }: NewSchema): string[] {
  const authorization = owner === undefined ? '' : ` authorization ${quoteIdent(owner)}`;
  return [
    `create schema ${quoteIdent(name)}${authorization}`,
    ...commentOn(`schema ${quoteIdent(name)}`, comment || undefined),
  ];
}

export interface SchemaChanges {
  name?: string | undefined;
  owner?: string | undefined;
  comment?: string | null | undefined;
}

export function changeSchema(name: string, changes: SchemaChanges): string[] {
  const schema = `schema ${quoteIdent(name)}`;
  return [
    ...commentOn(schema, changes.comment),
    ...(changes.owner === undefined ? [] : [`alter ${schema} owner to ${quoteIdent(changes.owner)}`]),
    ...renamed(schema, name, changes.name),
  ];
}

/** The statement that gives an object another name; none when it has that name. */
export function renamed(object: string, name: string, newName: string | undefined): string[] {
  return newName === undefined || newName === name
    ? []
    : [`alter ${object} rename to ${quoteIdent(newName)}`];
}

/**
 * The statement that drops an object.
 * @param object as SQL names it, such as `table shop.goods`
 */
export function drop(object: string, cascade: boolean): string[] {
  return [`drop ${object}${cascade ? ' cascade' : ''}`];
}
