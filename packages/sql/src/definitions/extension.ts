import { quoteIdent, quoteLiteral } from '../text/identifiers.ts';

export interface NewExtension {
  name: string;
  schema?: string | undefined;
  version?: string | undefined;
  cascade: boolean;
}

export function createExtension({ name, schema, version, cascade }: NewExtension): string[] {
  return [
    [
      `create extension ${quoteIdent(name)}`,
      ...(schema === undefined ? [] : [`schema ${quoteIdent(schema)}`]),
      ...(version === undefined ? [] : [`version ${quoteLiteral(version)}`]),
      ...(cascade ? ['cascade'] : []),
    ].join(' '),
  ];
}

export interface ExtensionChanges {
  update: boolean;
  version?: string | undefined;
  schema?: string | undefined;
}

export function changeExtension(name: string, { update, version, schema }: ExtensionChanges): string[] {
  const extension = `alter extension ${quoteIdent(name)}`;
  return [
    ...(update || version !== undefined
      ? [`${extension} update${version === undefined ? '' : ` to ${quoteLiteral(version)}`}`]
      : []),
    ...(schema === undefined ? [] : [`${extension} set schema ${quoteIdent(schema)}`]),
  ];
}
