/** What clients import beside `Database`: `Tables<'movies'>`, `Enums<'mood'>`, `TablesInsert<{ schema: 'shop' }, 'goods'>`. */
export function helperTypes(defaultSchema: string): string {
  const schema = JSON.stringify(defaultSchema);
  return `type Schemas = Omit<Database, "__InternalSupabase">
type DefaultSchema = ${schema}
type InSchema = { schema: keyof Schemas }
type Relations<Schema extends keyof Schemas> = Schemas[Schema]["Tables"] & Schemas[Schema]["Views"]

${helper('Tables', 'Relations<Schema>', 'Row')}

${helper('TablesInsert', 'Schemas[Schema]["Tables"]', 'Insert')}

${helper('TablesUpdate', 'Schemas[Schema]["Tables"]', 'Update')}

${helper('Enums', 'Schemas[Schema]["Enums"]', null)}

${helper('CompositeTypes', 'Schemas[Schema]["CompositeTypes"]', null)}
`;
}

/** A type that takes a name in the default schema, or a schema and a name. */
function helper(name: string, members: string, part: string | null): string {
  const group = (schema: string) =>
    members.replaceAll('Schema>', `${schema}>`).replaceAll('[Schema]', `[${schema}]`);
  const pick = (schema: string, key: string) => {
    const item = `(${group(schema)})[${key}]`;
    return part === null ? item : `${item} extends { ${part}: infer Type } ? Type : never`;
  };
  return `export type ${name}<
  NameOrSchema extends keyof (${group('DefaultSchema')}) | InSchema,
  Name extends NameOrSchema extends InSchema ? keyof (${group('NameOrSchema["schema"]')}) : never = never,
> = NameOrSchema extends InSchema
  ? ${pick('NameOrSchema["schema"]', `Name & keyof (${group('NameOrSchema["schema"]')})`)}
  : NameOrSchema extends keyof (${group('DefaultSchema')})
    ? ${pick('DefaultSchema', 'NameOrSchema')}
    : never`;
}
