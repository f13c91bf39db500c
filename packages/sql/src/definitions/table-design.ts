import type { KeyAction } from './constraint.ts';
import { DefinitionError } from './sql-part.ts';

export interface DesignColumn {
  /** Of the column in the table that is changed; null for one that is to be made. */
  number: number | null;
  name: string;
  type: string;
  is_nullable: boolean;
  /** SQL. */
  default_value: string | null;
  identity: 'always' | 'by default' | null;
  generated: string | null;
  is_unique: boolean;
  check: string | null;
  comment: string | null;
}

export interface DesignForeignKey {
  /** Of the constraint that is there; null for a key that is to be made. */
  id: number | null;
  name: string | null;
  columns: string[];
  referenced_schema: string;
  referenced_table: string;
  referenced_columns: string[];
  deletion_action: KeyAction;
  update_action: KeyAction;
}

export interface DesignUnique {
  /** Of the constraint that is there: its name can change and nothing else; null for one that is to be made. */
  id: number | null;
  name: string | null;
  columns: string[];
  /** Whether two rows without a value have the same one. */
  nulls_not_distinct: boolean;
}

export interface DesignCheck {
  id: number | null;
  name: string | null;
  expression: string;
}

/** A table as somebody wants it to be. */
export interface TableDesign {
  schema: string;
  name: string;
  comment: string | null;
  rls_enabled: boolean;
  is_realtime: boolean;
  columns: DesignColumn[];
  /** Names of columns. */
  primary_key: string[];
  /** Without those that columns say of themselves. */
  unique_constraints: DesignUnique[];
  foreign_keys: DesignForeignKey[];
  checks: DesignCheck[];
}

/** A table as it is: its design, and the names of constraints that the design speaks of without a name. */
export interface StoredDesign {
  design: TableDesign;
  primaryKey: string | null;
  /** By the number of the column. */
  columns: Readonly<Record<number, { unique: string | null; check: string | null }>>;
}

/**
 * What is wrong with a design whatever is in the database, with the field concerned, such as `columns.2.name`; null when nothing is.
 */
export function designProblem(design: TableDesign): DefinitionError | null {
  const { columns, primary_key, unique_constraints, foreign_keys } = design;
  const names = new Set<string>();
  if (design.name === '') return new DefinitionError('name', 'The table needs a name.');
  for (const [position, column] of columns.entries()) {
    const problem = columnProblem(column, names);
    if (problem !== null) return new DefinitionError(`columns.${position}.${problem[0]}`, problem[1]);
    names.add(column.name);
  }
  const missing = primary_key.find((name) => !names.has(name));
  if (missing !== undefined)
    return new DefinitionError(
      'primary_key',
      `The primary key names a column ${missing}, which is not there.`,
    );
  for (const [position, unique] of unique_constraints.entries()) {
    const isNamedTwice = unique_constraints.slice(0, position).some(({ name }) => name === unique.name);
    const problem: [string, string] | null =
      unique.name !== null && isNamedTwice
        ? ['name', `There are two unique constraints with the name ${unique.name}.`]
        : uniqueProblem(unique, names);
    if (problem !== null)
      return new DefinitionError(`unique_constraints.${position}.${problem[0]}`, problem[1]);
  }
  for (const [position, key] of foreign_keys.entries()) {
    const problem = keyProblem(key, names);
    if (problem !== null) return new DefinitionError(`foreign_keys.${position}.${problem[0]}`, problem[1]);
  }
  return null;
}

function columnProblem(column: DesignColumn, names: ReadonlySet<string>): [string, string] | null {
  if (column.name === '') return ['name', 'Each column needs a name.'];
  if (names.has(column.name)) return ['name', `There are two columns with the name ${column.name}.`];
  if (column.type.trim() === '') return ['type', `Choose a type for ${column.name}.`];
  if (column.identity !== null && column.default_value !== null)
    return ['default_value', 'A column with identity has no default of its own.'];
  if (column.generated !== null && column.default_value !== null)
    return ['default_value', 'A generated column has no default: its values come from its expression.'];
  if (column.generated !== null && column.identity !== null)
    return ['identity', 'A generated column cannot be an identity too.'];
  if (column.identity !== null && column.is_nullable)
    return ['is_nullable', 'A column with identity always has a value: it cannot be nullable.'];
  return null;
}

function uniqueProblem(unique: DesignUnique, names: ReadonlySet<string>): [string, string] | null {
  const { id, name, columns } = unique;
  if (columns.length === 0 || columns.includes(''))
    return ['columns', 'Choose the columns that are unique together.'];
  const missing = columns.find((column) => !names.has(column));
  if (missing !== undefined)
    return ['columns', `The unique constraint names a column ${missing}, which is not there.`];
  const twice = columns.find((column, at) => columns.indexOf(column) !== at);
  if (twice !== undefined) return ['columns', `The unique constraint has the column ${twice} twice.`];
  if (id !== null && name === null) return ['name', 'A constraint that is there keeps a name.'];
  return null;
}

function keyProblem(key: DesignForeignKey, names: ReadonlySet<string>): [string, string] | null {
  const missing = key.columns.find((name) => !names.has(name));
  if (missing !== undefined)
    return ['columns', `The foreign key names a column ${missing}, which is not there.`];
  if (key.columns.length !== key.referenced_columns.length)
    return ['referenced_columns', 'A foreign key has as many columns on one side as on the other.'];
  return null;
}
