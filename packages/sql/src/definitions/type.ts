import { quoteIdent, quoteLiteral } from '../text/identifiers.ts';
import { commentOn } from './comment.ts';
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
}

export function changeType(stored: { schema: string; name: string }, changes: TypeChanges): string[] {
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
    ...commentOn(type, changes.comment),
    ...moved(type, stored.schema, changes.schema),
    ...renamed(`type ${nameIn(changes.schema ?? stored.schema, stored.name)}`, stored.name, changes.name),
  ];
}
