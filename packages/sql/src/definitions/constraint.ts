import { quoteIdent } from '../text/identifiers.ts';
import { commentOn } from './comment.ts';
import { expressionPart, nameIn, nameList } from './sql-part.ts';

/** a no action, r restrict, c cascade, n set null, d set default. */
export type KeyAction = 'a' | 'r' | 'c' | 'n' | 'd';

const ACTIONS: Readonly<Record<KeyAction, string>> = {
  a: 'no action',
  r: 'restrict',
  c: 'cascade',
  n: 'set null',
  d: 'set default',
};

export interface ForeignKey {
  columns: readonly string[];
  referenced_schema: string;
  referenced_table: string;
  referenced_columns: readonly string[];
  deletion_action: KeyAction;
  update_action: KeyAction;
}

export function foreignKey(key: ForeignKey): string {
  return [
    `foreign key (${nameList(key.columns)})`,
    `references ${nameIn(key.referenced_schema, key.referenced_table)} (${nameList(key.referenced_columns)})`,
    ...(key.update_action === 'a' ? [] : [`on update ${ACTIONS[key.update_action]}`]),
    ...(key.deletion_action === 'a' ? [] : [`on delete ${ACTIONS[key.deletion_action]}`]),
  ].join(' ');
}

export function uniqueClause(columns: readonly string[], nullsNotDistinct: boolean): string {
  return `unique ${nullsNotDistinct ? 'nulls not distinct ' : ''}(${nameList(columns)})`;
}

interface Deferrable {
  is_deferrable: boolean;
  is_initially_deferred: boolean;
}

export type NewConstraint = { name?: string | undefined; comment?: string | null | undefined } & (
  | ({ type: 'PRIMARY KEY' | 'UNIQUE'; columns: readonly string[] } & Deferrable)
  | { type: 'CHECK'; expression: string; is_validated: boolean }
  | ({ type: 'FOREIGN KEY'; is_validated: boolean } & ForeignKey & Deferrable)
);

/** With a comment only where it has a name: PostgreSQL finds others itself. */
export function createConstraint(
  table: { schema: string; name: string },
  constraint: NewConstraint,
): string[] {
  const on = nameIn(table.schema, table.name);
  const { name, comment } = constraint;
  const named = name === undefined ? '' : `constraint ${quoteIdent(name)} `;
  return [
    `alter table ${on} add ${named}${constraintClause(constraint)}`,
    ...(name === undefined ? [] : commentOn(`constraint ${quoteIdent(name)} on ${on}`, comment || undefined)),
  ];
}

function constraintClause(constraint: NewConstraint): string {
  switch (constraint.type) {
    case 'CHECK':
      return `check (${expressionPart(constraint.expression, 'expression')})${validity(constraint)}`;
    case 'FOREIGN KEY':
      return `${foreignKey(constraint)}${deferral(constraint)}${validity(constraint)}`;
    default:
      return `${constraint.type.toLowerCase()} (${nameList(constraint.columns)})${deferral(constraint)}`;
  }
}

function validity({ is_validated }: { is_validated: boolean }): string {
  return is_validated ? '' : ' not valid';
}

function deferral({ is_deferrable, is_initially_deferred }: Deferrable): string {
  if (is_initially_deferred) return ' deferrable initially deferred';
  return is_deferrable ? ' deferrable' : '';
}

export interface StoredConstraint {
  schema: string;
  table: string;
  name: string;
  is_deferrable: boolean;
  is_initially_deferred: boolean;
}

export interface ConstraintChanges {
  name?: string | undefined;
  comment?: string | null | undefined;
  is_validated?: true | undefined;
  is_deferrable?: boolean | undefined;
  is_initially_deferred?: boolean | undefined;
}

export function changeConstraint(stored: StoredConstraint, changes: ConstraintChanges): string[] {
  const on = nameIn(stored.schema, stored.table);
  const name = quoteIdent(stored.name);
  const isDeferralChanged =
    changes.is_deferrable !== undefined || changes.is_initially_deferred !== undefined;
  const initially = changes.is_initially_deferred ?? stored.is_initially_deferred;
  const deferrable = changes.is_deferrable ?? (changes.is_initially_deferred || stored.is_deferrable);
  const clause = deferrable
    ? `deferrable initially ${initially ? 'deferred' : 'immediate'}`
    : 'not deferrable';
  return [
    ...(isDeferralChanged ? [`alter table ${on} alter constraint ${name} ${clause}`] : []),
    ...(changes.is_validated === true ? [`alter table ${on} validate constraint ${name}`] : []),
    ...commentOn(`constraint ${name} on ${on}`, changes.comment),
    ...(changes.name === undefined || changes.name === stored.name
      ? []
      : [`alter table ${on} rename constraint ${name} to ${quoteIdent(changes.name)}`]),
  ];
}

export function dropConstraint(
  { schema, table, name }: { schema: string; table: string; name: string },
  cascade: boolean,
) {
  return [
    `alter table ${nameIn(schema, table)} drop constraint ${quoteIdent(name)}${cascade ? ' cascade' : ''}`,
  ];
}
