import { quoteIdent, quoteLiteral } from '../text/identifiers.ts';
import { commentOn } from './comment.ts';
import { renameAll } from './rename-all.ts';
import { renamed } from './schema.ts';
import { DefinitionError, nameIn, typePart } from './sql-part.ts';
import { moved } from './table.ts';

export interface NewType {
  name: string;
  schema: string;
  enums?: readonly string[] | undefined;
  attributes?: readonly { name: string; type: string }[] | undefined;
  comment?: string | null | undefined;
}

export function createType({ schema, name, enums, attributes = [], comment }: NewType): string[] {
  const type = nameIn(schema, name);
  const body =
    enums === undefined
      ? `(${attributes
          .map(
            (attribute, position) =>
              `${quoteIdent(attribute.name)} ${typePart(attribute.type, `attributes.${position}.type`)}`,
          )
          .join(', ')})`
      : `enum (${enums.map((value) => quoteLiteral(value)).join(', ')})`;
  return [`create type ${type} as ${body}`, ...commentOn(`type ${type}`, comment || undefined)];
}

export interface TypeChanges {
  name?: string | undefined;
  schema?: string | undefined;
  comment?: string | null | undefined;
  rename_values?: readonly { from: string; to: string }[] | undefined;
  add_values?:
    | readonly { value: string; before?: string | undefined; after?: string | undefined }[]
    | undefined;
  /** Attributes are dropped, changed and renamed by their present names. */
  drop_attributes?: readonly string[] | undefined;
  retype_attributes?: readonly { name: string; type: string }[] | undefined;
  rename_attributes?: readonly { from: string; to: string }[] | undefined;
  add_attributes?: readonly { name: string; type: string }[] | undefined;
}

interface StoredType {
  schema: string;
  name: string;
  /** Of a composite type. */
  attributes?: readonly { name: string }[];
}

export function changeType(stored: StoredType, changes: TypeChanges): string[] {
  const type = `type ${nameIn(stored.schema, stored.name)}`;
  const { rename_values = [], add_values = [] } = changes;
  return [
    ...rename_values.map(
      ({ from, to }) => `alter ${type} rename value ${quoteLiteral(from)} to ${quoteLiteral(to)}`,
    ),
    ...add_values.map(({ value, before, after }, position) => {
      if (before !== undefined && after !== undefined)
        throw new DefinitionError(
          `add_values.${position}.before`,
          'A value is added before another one or after it, not both.',
        );
      const place =
        before !== undefined
          ? ` before ${quoteLiteral(before)}`
          : after !== undefined
            ? ` after ${quoteLiteral(after)}`
            : '';
      return `alter ${type} add value ${quoteLiteral(value)}${place}`;
    }),
    ...changeAttributes(type, stored.attributes ?? [], changes),
    ...commentOn(type, changes.comment),
    ...moved(type, stored.schema, changes.schema),
    ...renamed(`type ${nameIn(changes.schema ?? stored.schema, stored.name)}`, stored.name, changes.name),
  ];
}

/** What is dropped goes first, so that its name can be used again; what is new comes last. */
function changeAttributes(type: string, stored: readonly { name: string }[], changes: TypeChanges): string[] {
  const {
    drop_attributes = [],
    retype_attributes = [],
    rename_attributes = [],
    add_attributes = [],
  } = changes;
  const dropped = new Set(drop_attributes);
  const staying = new Map(
    stored.filter(({ name }) => !dropped.has(name)).map(({ name }) => [name, name] as const),
  );
  for (const [position, { from, to }] of rename_attributes.entries()) {
    if (!staying.has(from))
      throw new DefinitionError(`rename_attributes.${position}.from`, `The type has no attribute ${from}.`);
    staying.set(from, to);
  }
  const names = [...staying.values()];
  const twice = names.find((name, position) => names.indexOf(name) < position);
  if (twice !== undefined)
    throw new DefinitionError('rename_attributes', `Two attributes cannot both be called ${twice}.`);
  return [
    ...[...dropped].map((name) => `alter ${type} drop attribute ${quoteIdent(name)}`),
    ...retype_attributes.map(
      (attribute, position) =>
        `alter ${type} alter attribute ${quoteIdent(attribute.name)} set data type ${typePart(attribute.type, `retype_attributes.${position}.type`)}`,
    ),
    ...renameAll(
      [...staying],
      (from, to) => `alter ${type} rename attribute ${quoteIdent(from)} to ${quoteIdent(to)}`,
    ),
    ...add_attributes.map(
      (attribute, position) =>
        `alter ${type} add attribute ${quoteIdent(attribute.name)} ${typePart(attribute.type, `add_attributes.${position}.type`)}`,
    ),
  ];
}
