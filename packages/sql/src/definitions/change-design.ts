import { quoteIdent } from '../text/identifiers.ts';
import { changedUniques } from './changed-uniques.ts';
import { commentOn } from './comment.ts';
import { foreignKey } from './constraint.ts';
import {
  checkClause,
  constraintName,
  defaultOf,
  designColumnDefinition,
  designUnique,
  publish,
} from './create-design.ts';
import { renameAll } from './rename-all.ts';
import { renamed } from './schema.ts';
import { DefinitionError, expressionPart, nameIn, nameList, typePart } from './sql-part.ts';
import { moved, rowLevelSecurity } from './table.ts';
import {
  type DesignColumn,
  type DesignForeignKey,
  designProblem,
  type StoredDesign,
  type TableDesign,
} from './table-design.ts';

/**
 * The statements that make of a table what the design says; none when it is so already. Throws DefinitionError for a design that
 * cannot be said in SQL.
 */
export function changeDesign(stored: StoredDesign, after: TableDesign): string[] {
  const problem = designProblem(after);
  if (problem !== null) throw problem;
  const before = stored.design;
  const table = nameIn(before.schema, before.name);
  const alter = (clause: string) => `alter table ${table} ${clause}`;
  const drop = (constraint: string) => alter(`drop constraint ${quoteIdent(constraint)}`);
  const { keys, checks } = changedConstraints(before, after);
  const pairs = pairColumns(before, after);
  const uniques = changedUniques(before.unique_constraints, after.unique_constraints, pairs.newName);
  const isKeyChanged = !isSame(before.primary_key.map(pairs.newName), after.primary_key);
  const moveTo = nameIn(after.schema, before.name);
  return [
    ...keys.dropped.map(drop),
    ...checks.dropped.map(drop),
    ...uniques.dropped.map(drop),
    ...(isKeyChanged && stored.primaryKey !== null ? [drop(stored.primaryKey)] : []),
    ...pairs.kept.flatMap(([old, column]) => droppedConstraints(stored, old, column).map(drop)),
    ...renameAll(uniques.renamed, (from, to) =>
      alter(`rename constraint ${quoteIdent(from)} to ${quoteIdent(to)}`),
    ),
    ...pairs.dropped.map(({ name }) => alter(`drop column ${quoteIdent(name)}`)),
    ...renameAll(
      pairs.kept.map(([old, column]) => [old.name, column.name]),
      (from, to) => alter(`rename column ${quoteIdent(from)} to ${quoteIdent(to)}`),
    ),
    // First: a column that another one is made of keeps its type.
    ...pairs.kept
      .filter(([old, column]) => old.generated !== null && column.generated === null)
      .map(([, { name }]) => alter(`alter column ${quoteIdent(name)} drop expression`)),
    ...pairs.kept.flatMap(([old, column, position]) => changedColumn(table, old, column, position)),
    ...pairs.added.map(([column, position]) =>
      alter(`add column ${designColumnDefinition(column, position)}`),
    ),
    ...pairs.added.flatMap(([{ name, comment }]) =>
      commentOn(`column ${table}.${quoteIdent(name)}`, comment || undefined),
    ),
    ...(isKeyChanged && after.primary_key.length > 0
      ? [alter(`add primary key (${nameList(after.primary_key)})`)]
      : []),
    ...uniques.added.map((unique) => alter(`add ${designUnique(unique)}`)),
    ...keys.added.map((key) => alter(`add ${constraintName(key.name)}${foreignKey(key)}`)),
    ...checks.added.map(([check, position]) => alter(`add ${checkClause(check, position)}`)),
    ...(before.rls_enabled === after.rls_enabled ? [] : [alter(rowLevelSecurity(after.rls_enabled))]),
    ...((before.comment ?? '') === (after.comment ?? '') ? [] : commentOn(`table ${table}`, after.comment)),
    ...(before.is_realtime === after.is_realtime ? [] : [publish(table, after.is_realtime)]),
    ...moved(`table ${table}`, before.schema, after.schema),
    ...renamed(`table ${moveTo}`, before.name, after.name),
  ];
}

/** Which columns of the design are those of the table, by their numbers. */
export function pairColumns(before: TableDesign, after: TableDesign) {
  const old = new Map(before.columns.map((column) => [column.number, column]));
  const kept: [DesignColumn, DesignColumn, number][] = [];
  const added: [DesignColumn, number][] = [];
  for (const [position, column] of after.columns.entries()) {
    const found = column.number === null ? undefined : old.get(column.number);
    if (column.number !== null && found === undefined)
      throw new DefinitionError(
        `columns.${position}.number`,
        `The table has no column with the number ${column.number}.`,
      );
    if (found === undefined) added.push([column, position]);
    else {
      kept.push([found, column, position]);
      old.delete(column.number);
    }
  }
  const names = new Map(kept.map(([{ name }, column]) => [name, column.name]));
  return {
    kept,
    added,
    dropped: [...old.values()],
    /** The name under which the design has a column of the table; its old one when it is dropped. */
    newName: (name: string) => names.get(name) ?? name,
  };
}

function changedConstraints(before: TableDesign, after: TableDesign) {
  const { newName } = pairColumns(before, after);
  const keptKeys = new Map(after.foreign_keys.map((key) => [key.id, key]));
  const keptChecks = new Map(after.checks.map((check) => [check.id, check]));
  const gone = <Item extends { id: number | null; name: string | null }>(
    items: Item[],
    isKept: (item: Item) => boolean,
  ) => items.filter((item) => !isKept(item));
  const isOldKey = (old: DesignForeignKey) => {
    const key = keptKeys.get(old.id);
    return key !== undefined && isSame({ ...old, columns: old.columns.map(newName) }, key);
  };
  const lostKeys = gone(before.foreign_keys, isOldKey);
  const lostChecks = gone(before.checks, (old) => {
    const check = keptChecks.get(old.id);
    return check !== undefined && isSame(old, check);
  });
  const unchangedKeys = idsOf(before.foreign_keys, lostKeys);
  const unchangedChecks = idsOf(before.checks, lostChecks);
  return {
    keys: {
      dropped: lostKeys.flatMap(({ name }) => (name === null ? [] : [name])),
      added: after.foreign_keys.filter(({ id }) => !unchangedKeys.has(id)),
    },
    checks: {
      dropped: lostChecks.flatMap(({ name }) => (name === null ? [] : [name])),
      added: [...after.checks.entries()]
        .filter(([, { id }]) => !unchangedChecks.has(id))
        .map(([position, check]) => [check, position] as const),
    },
  };
}

function idsOf(
  all: readonly { id: number | null }[],
  without: readonly { id: number | null }[],
): Set<number | null> {
  return new Set(all.filter((item) => !without.includes(item)).map(({ id }) => id));
}

/** Names of constraints that one column has alone and is to have no more. */
function droppedConstraints(stored: StoredDesign, old: DesignColumn, column: DesignColumn): string[] {
  const names = stored.columns[old.number ?? 0];
  const { unique = null, check = null } = names ?? {};
  return [
    ...(old.is_unique && !column.is_unique && unique !== null ? [unique] : []),
    ...(old.check !== null && old.check !== column.check && check !== null ? [check] : []),
  ];
}

function changedColumn(table: string, old: DesignColumn, column: DesignColumn, position: number): string[] {
  const at = `columns.${position}.`;
  const name = quoteIdent(column.name);
  const alter = (clause: string) => `alter table ${table} alter column ${name} ${clause}`;
  if (column.generated !== null && column.generated !== old.generated)
    throw new DefinitionError(
      `${at}generated`,
      'The expression of a column that is there cannot be changed. Make another column.',
    );
  const type = typePart(column.type, `${at}type`);
  const isNewType = type !== old.type;
  // A default of the old type is in the way of a new one.
  const isNewDefault =
    old.default_value !== column.default_value || (isNewType && old.default_value !== null);
  const statements: string[] = [];
  if (isNewDefault && old.default_value !== null) statements.push(alter('drop default'));
  if (old.identity !== null && column.identity === null) statements.push(alter('drop identity'));
  if (isNewType) statements.push(alter(`type ${type} using ${name}::${type}`));
  if (isNewDefault && column.default_value !== null)
    statements.push(alter(`set default ${defaultOf(column, position)}`));
  if (old.is_nullable !== column.is_nullable)
    statements.push(alter(column.is_nullable ? 'drop not null' : 'set not null'));
  if (column.identity !== null && column.identity !== old.identity)
    statements.push(
      alter(
        old.identity === null
          ? `add generated ${column.identity} as identity`
          : `set generated ${column.identity}`,
      ),
    );
  if (column.is_unique && !old.is_unique) statements.push(`alter table ${table} add unique (${name})`);
  if (column.check !== null && column.check !== old.check)
    statements.push(`alter table ${table} add check (${expressionPart(column.check, `${at}check`)})`);
  if ((old.comment ?? '') !== (column.comment ?? ''))
    statements.push(...commentOn(`column ${table}.${name}`, column.comment));
  return statements;
}

function isSame(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other);
}

/** The same for what has the same fields, in whatever order. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
