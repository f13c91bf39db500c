import { quoteIdent, quoteLiteral } from '../text/identifiers.ts';
import { commentOn } from './comment.ts';
import { boundedExpression, DefinitionError, expressionPart, nameIn, typePart } from './sql-part.ts';

type Literal = string | number | boolean | null;

interface ColumnInput {
  default_value?: Literal | undefined;
  default_value_format: 'literal' | 'expression';
  is_identity?: boolean | undefined;
  identity_generation: 'BY DEFAULT' | 'ALWAYS';
  is_nullable?: boolean | undefined;
  is_unique?: boolean | undefined;
  comment?: string | null | undefined;
  check?: string | null | undefined;
}

export interface NewColumn extends ColumnInput {
  name: string;
  type: string;
  is_primary_key: boolean;
}

export interface ColumnChanges extends ColumnInput {
  name?: string | undefined;
  type?: string | undefined;
  using?: string | undefined;
  drop_default?: boolean | undefined;
}

/** What a column definition says, in the order in which SQL wants it. */
export interface ColumnDefinition {
  name: string;
  type: string;
  /** SQL. */
  default: string | null;
  generated?: string | null;
  identity: 'always' | 'by default' | null;
  is_nullable: boolean | undefined;
  is_unique: boolean;
  is_primary_key?: boolean;
  check: string | null;
}

/** @param at what the fields of an error begin with */
export function columnDefinition(column: ColumnDefinition, at = ''): string {
  const { identity, is_nullable } = column;
  return [
    quoteIdent(column.name),
    typePart(column.type, `${at}type`),
    ...(column.default === null ? [] : [`default ${column.default}`]),
    ...(column.generated == null
      ? []
      : [`generated always as (${expressionPart(column.generated, `${at}generated`)}) stored`]),
    ...(identity === null ? [] : [`generated ${identity} as identity`]),
    // Null and not null are both said when somebody said so; otherwise the type or the key decides.
    ...(is_nullable === undefined ? [] : [is_nullable ? 'null' : 'not null']),
    ...(column.is_primary_key === true ? ['primary key'] : []),
    ...(column.is_unique ? ['unique'] : []),
    ...(column.check === null ? [] : [`check (${expressionPart(column.check, `${at}check`)})`]),
  ].join(' ');
}

export function createColumn(table: { schema: string; name: string }, column: NewColumn): string[] {
  const isIdentity = column.is_identity === true;
  if (isIdentity && column.default_value != null)
    throw new DefinitionError('default_value', 'A column with identity has no default of its own.');
  const on = nameIn(table.schema, table.name);
  const definition = columnDefinition({
    name: column.name,
    type: column.type,
    default: column.default_value === undefined ? null : defaultOf(column),
    identity: isIdentity ? identityOf(column) : null,
    is_nullable: column.is_nullable,
    is_unique: column.is_unique === true,
    is_primary_key: column.is_primary_key,
    check: column.check ?? null,
  });
  return [
    `alter table ${on} add column ${definition}`,
    ...commentOn(`column ${on}.${quoteIdent(column.name)}`, column.comment || undefined),
  ];
}

/** A column as it is, with the constraints that it has alone. */
export interface StoredColumn {
  schema: string;
  table: string;
  name: string;
  default_value: string | null;
  is_identity: boolean;
  is_unique: boolean;
  uniqueConstraints: readonly string[];
  checkConstraints: readonly string[];
}

export function changeColumn(stored: StoredColumn, changes: ColumnChanges): string[] {
  const on = nameIn(stored.schema, stored.table);
  const name = quoteIdent(stored.name);
  const alter = (clause: string) => `alter table ${on} alter column ${name} ${clause}`;
  const dropConstraint = (constraint: string) =>
    `alter table ${on} drop constraint ${quoteIdent(constraint)}`;
  const dropsDefault = changes.drop_default === true || changes.default_value === null;
  const isNewType = changes.type !== undefined;
  const statements: string[] = [];
  // First: what they say need not make sense with another type.
  if (changes.is_unique === false) statements.push(...stored.uniqueConstraints.map(dropConstraint));
  if (changes.check !== undefined) statements.push(...stored.checkConstraints.map(dropConstraint));
  if (dropsDefault && stored.default_value !== null) statements.push(alter('drop default'));
  if (changes.is_identity === false && stored.is_identity) statements.push(alter('drop identity'));
  if (isNewType) {
    const type = typePart(changes.type ?? '', 'type');
    const using = changes.using === undefined ? `${name}::${type}` : expressionPart(changes.using, 'using');
    statements.push(alter(`type ${type} using ${using}`));
  }
  if (changes.default_value != null && !dropsDefault)
    statements.push(alter(`set default ${defaultOf(changes)}`));
  if (changes.is_nullable !== undefined)
    statements.push(alter(changes.is_nullable ? 'drop not null' : 'set not null'));
  if (changes.is_identity === true)
    statements.push(
      alter(
        stored.is_identity
          ? `set generated ${identityOf(changes)}`
          : `add generated ${identityOf(changes)} as identity`,
      ),
    );
  if (changes.is_unique === true && !stored.is_unique)
    statements.push(`alter table ${on} add unique (${name})`);
  if (changes.check != null)
    statements.push(`alter table ${on} add check (${expressionPart(changes.check, 'check')})`);
  statements.push(...commentOn(`column ${on}.${name}`, changes.comment));
  if (changes.name !== undefined && changes.name !== stored.name)
    statements.push(`alter table ${on} rename column ${name} to ${quoteIdent(changes.name)}`);
  return statements;
}

export function dropColumn(
  { schema, table, name }: Pick<StoredColumn, 'schema' | 'table' | 'name'>,
  cascade: boolean,
): string[] {
  return [`alter table ${nameIn(schema, table)} drop column ${quoteIdent(name)}${cascade ? ' cascade' : ''}`];
}

function identityOf({ identity_generation }: ColumnInput): 'always' | 'by default' {
  return identity_generation === 'ALWAYS' ? 'always' : 'by default';
}

function defaultOf({ default_value, default_value_format }: ColumnInput): string {
  if (default_value === null || default_value === undefined) return 'null';
  if (default_value_format === 'expression') return boundedExpression(String(default_value), 'default_value');
  return typeof default_value === 'string' ? quoteLiteral(default_value) : String(default_value);
}
