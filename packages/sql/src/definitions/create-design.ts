import { quoteIdent } from '../text/identifiers.ts';
import { columnDefinition } from './column.ts';
import { commentOn } from './comment.ts';
import { foreignKey, uniqueClause } from './constraint.ts';
import { boundedExpression, expressionPart, nameIn, nameList } from './sql-part.ts';
import { rowLevelSecurity } from './table.ts';
import { type DesignColumn, type DesignUnique, designProblem, type TableDesign } from './table-design.ts';

/** The statements that make a table. Throws DefinitionError for a design that cannot be said in SQL. */
export function createDesign(design: TableDesign): string[] {
  const problem = designProblem(design);
  if (problem !== null) throw problem;
  const table = nameIn(design.schema, design.name);
  const parts = [
    ...design.columns.map((column, position) => designColumnDefinition(column, position)),
    ...(design.primary_key.length === 0 ? [] : [`primary key (${nameList(design.primary_key)})`]),
    ...design.unique_constraints.map(designUnique),
    ...design.foreign_keys.map((key) => `${constraintName(key.name)}${foreignKey(key)}`),
    ...design.checks.map((check, position) => checkClause(check, position)),
  ];
  return [
    `create table ${table} (${parts.map((part) => `\n  ${part}`).join(',')}\n)`,
    // Whatever the project's switch for new tables says: this is what somebody has chosen.
    `alter table ${table} ${rowLevelSecurity(design.rls_enabled)}`,
    ...commentOn(`table ${table}`, design.comment || undefined),
    ...design.columns.flatMap(({ name, comment }) =>
      commentOn(`column ${table}.${quoteIdent(name)}`, comment || undefined),
    ),
    ...(design.is_realtime ? [publish(table, true)] : []),
  ];
}

export function designColumnDefinition(column: DesignColumn, position: number): string {
  const at = `columns.${position}.`;
  return columnDefinition(
    {
      ...column,
      default: defaultOf(column, position),
      // Identity says it, and null is what is said when nothing is.
      is_nullable: column.identity !== null || column.is_nullable ? undefined : false,
    },
    at,
  );
}

export function defaultOf({ default_value }: DesignColumn, position: number): string | null {
  return default_value === null
    ? null
    : boundedExpression(default_value, `columns.${position}.default_value`);
}

export function designUnique({ name, columns, nulls_not_distinct }: DesignUnique): string {
  return `${constraintName(name)}${uniqueClause(columns, nulls_not_distinct)}`;
}

export function checkClause(
  { name, expression }: { name: string | null; expression: string },
  position: number,
): string {
  return `${constraintName(name)}check (${expressionPart(expression, `checks.${position}.expression`)})`;
}

export function constraintName(name: string | null): string {
  return name === null ? '' : `constraint ${quoteIdent(name)} `;
}

/** Adds a table to what listeners hear of, or takes it away. */
export function publish(table: string, on: boolean): string {
  return `alter publication supabase_realtime ${on ? 'add' : 'drop'} table ${table}`;
}
