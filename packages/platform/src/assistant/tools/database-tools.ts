import {
  EXTENSION_OBJECTS,
  FUNCTION_OBJECTS,
  POLICY_OBJECTS,
  SCHEMA_OBJECTS,
  TRIGGER_OBJECTS,
  tableObjects,
  viewObjects,
} from '@basalt/postgres/catalog';
import * as z from 'zod';
import { listObjects } from '../../database/schema/read-schema.ts';
import { defineTool, type ToolContext } from './assistant-tool.ts';

const MAX_OBJECTS = 500;

const inSchemas = z.object({
  schemas: z.array(z.string().max(63)).max(50).default(['public']).describe('Names of schemas'),
});

function readIn({ dependencies, actor, access }: ToolContext, schemas: string[] | undefined) {
  return <Row>(kind: Parameters<typeof listObjects<Row>>[2]) =>
    listObjects(dependencies, actor, kind, {
      ref: access.project.ref,
      limit: MAX_OBJECTS,
      offset: 0,
      included_schemas: schemas,
    });
}

const listSchemas = defineTool({
  name: 'list_schemas',
  group: 'database',
  level: 'schema',
  description: 'Names of the schemas of the database.',
  input: z.object({}),
  run: async (context) =>
    (await readIn(context, undefined)(SCHEMA_OBJECTS)).map(({ name, comment }) => ({ name, comment })),
});

const listTables = defineTool({
  name: 'list_tables',
  group: 'database',
  level: 'schema',
  description:
    'Tables and views of schemas: keys, relationships, row level security, an estimate of their rows, and their columns with types.',
  input: inSchemas,
  run: async (context, { schemas }) => {
    const read = readIn(context, schemas);
    const tables = await read(tableObjects(true));
    const views = await read(viewObjects(true));
    return {
      tables: tables.map((table) => ({
        schema: table.schema,
        name: table.name,
        comment: table.comment,
        rls_enabled: table.rls_enabled,
        rows_estimate: table.live_rows_estimate,
        primary_key: table.primary_keys.map(({ name }) => name),
        references: table.relationships
          .filter(
            ({ source_schema, source_table_name }) =>
              source_schema === table.schema && source_table_name === table.name,
          )
          .map(
            (key) =>
              `${key.source_column_name} → ${key.target_table_schema}.${key.target_table_name}.${key.target_column_name}`,
          ),
        columns: table.columns?.map(describeColumn),
      })),
      views: views.map((view) => ({
        schema: view.schema,
        name: view.name,
        comment: view.comment,
        columns: view.columns?.map(describeColumn),
      })),
    };
  },
});

interface Column {
  name: string;
  format: string;
  is_nullable: boolean;
  is_identity: boolean;
  default_value: string | null;
  comment: string | null;
}

/** `name text not null default 'x'` */
function describeColumn({ name, format, is_nullable, is_identity, default_value, comment }: Column): string {
  return [
    `${name} ${format}`,
    ...(is_nullable ? [] : ['not null']),
    ...(is_identity ? ['identity'] : []),
    ...(default_value === null ? [] : [`default ${default_value}`]),
    ...(comment === null ? [] : [`(${comment})`]),
  ].join(' ');
}

const listFunctions = defineTool({
  name: 'list_functions',
  group: 'database',
  level: 'schema',
  description: 'Functions of the database with their definitions.',
  input: inSchemas,
  run: async (context, { schemas }) =>
    (await readIn(context, schemas)(FUNCTION_OBJECTS)).map((one) => ({
      schema: one.schema,
      name: one.name,
      arguments: one.argument_types,
      returns: one.return_type,
      security_definer: one.security_definer,
      definition: one.complete_statement,
    })),
});

const listPolicies = defineTool({
  name: 'list_policies',
  group: 'database',
  level: 'schema',
  description: 'Policies of row level security.',
  input: inSchemas,
  run: async (context, { schemas }) =>
    (await readIn(context, schemas)(POLICY_OBJECTS)).map((one) => ({
      table: `${one.schema}.${one.table}`,
      name: one.name,
      action: one.action,
      command: one.command,
      roles: one.roles,
      using: one.definition,
      with_check: one.check,
    })),
});

const listTriggers = defineTool({
  name: 'list_triggers',
  group: 'database',
  level: 'schema',
  description: 'Triggers of tables.',
  input: inSchemas,
  run: async (context, { schemas }) =>
    (await readIn(context, schemas)(TRIGGER_OBJECTS)).map((one) => ({
      table: `${one.schema}.${one.table}`,
      name: one.name,
      when: `${one.activation} ${one.events.join(' or ')} for each ${one.orientation}`,
      condition: one.condition,
      function: `${one.function_schema}.${one.function_name}`,
    })),
});

const listExtensions = defineTool({
  name: 'list_extensions',
  group: 'database',
  level: 'schema',
  description: 'Extensions that are installed, and those that can be.',
  input: z.object({}),
  run: async (context) =>
    (await readIn(context, undefined)(EXTENSION_OBJECTS)).map(
      ({ name, schema, installed_version, comment }) => ({
        name,
        installed_version,
        schema,
        comment,
      }),
    ),
});

/** What is in the database, without its rows. */
export const DATABASE_TOOLS = [
  listSchemas,
  listTables,
  listFunctions,
  listPolicies,
  listTriggers,
  listExtensions,
];
