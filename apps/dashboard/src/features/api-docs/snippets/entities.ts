import { clientCode } from '../../../lib/client-code.ts';
import { projectUrl } from '../../../lib/project-url.ts';
import { queryPart } from './curl.ts';
import type { DocsTable } from './docs-table.ts';
import { jsText } from './javascript.ts';
import { command, commandTopic, type DocsProject, type Language, type Snippet, topic } from './snippet.ts';

export const GENERATING_TYPES = 'Generating types';

/**
 * Tables and views as a whole.
 * @param schemas the exposed ones
 * @param example a table that GraphQL shows under its own name, if there is one
 */
export function entitiesSnippets(
  project: DocsProject,
  { schemas, example }: { schemas: readonly string[]; example: DocsTable | null },
  language: Language,
): Snippet[] {
  const types = `${project.origin}/v1/projects/${project.ref}/types/typescript?included_schemas=${schemas.map(queryPart).join(',')}`;
  return [
    topic('Introduction', [
      'Every table, view and function of the exposed schemas is in the API a moment after it is made. Who may do what is decided by privileges and row level security.',
    ]),
    language === 'js'
      ? topic(
          GENERATING_TYPES,
          [TYPES_TEXT, 'Save them as database.ts beside your code.'],
          typedClient(project),
        )
      : commandTopic(
          GENERATING_TYPES,
          [TYPES_TEXT, 'The access token is made under Account, Access tokens.'],
          {
            url: types,
            headers: [],
            shellHeaders: ['Authorization: Bearer $SUPABASE_ACCESS_TOKEN'],
            options: ['-s'],
          },
        ),
    ...(example === null ? [] : [graphqlSnippet(project, example, language)]),
  ];
}

const TYPES_TEXT =
  'Types of the tables, views and functions for clients in TypeScript: a wrong name of a column is then an error before anything runs.';

function typedClient(project: DocsProject): string {
  return clientCode(project, project.key)
    .replace('\n', "\nimport type { Database } from './database.ts'\n")
    .replace('createClient(', 'createClient<Database>(');
}

/** What GraphQL can call something. */
export const GRAPHQL_NAME = /^(?!__)[A-Za-z_][A-Za-z0-9_]*$/;

/** Whether GraphQL knows a table and these columns by the names that the database has for them. */
export function isGraphqlExample({ name, columns, primaryKey, schema }: DocsTable): boolean {
  return (
    schema === 'public' &&
    primaryKey.length > 0 &&
    [name, ...shown(columns)].every((each) => GRAPHQL_NAME.test(each))
  );
}

const shown = (columns: DocsTable['columns']) => columns.slice(0, 3).map(({ name }) => name);

function graphqlSnippet(project: DocsProject, table: DocsTable, language: Language): Snippet {
  const columns = shown(table.columns);
  const query = `{ ${table.name}Collection(first: 10) { edges { node { ${columns.join(' ')} } } } }`;
  const url = `${projectUrl(project)}/graphql/v1`;
  const js = {
    graphql: `const response = await fetch(${jsText(url)}, {
  method: 'POST',
  headers: { apikey: ${jsText(project.key)}, 'Content-Type': 'application/json' },
  body: JSON.stringify({
    query: ${jsText(query)},
  }),
})
const { data, errors } = await response.json()`,
    same: `const { data, error } = await client.from(${jsText(table.name)}).select(${jsText(columns.join(', '))}).limit(10)`,
  };
  return {
    title: 'GraphQL compared with the client',
    text: ['The same rows in two languages. Both ask as the caller, so both see what policies let them see.'],
    parts:
      language === 'js'
        ? [
            { name: 'GraphQL', code: js.graphql },
            { name: 'Data API', code: js.same },
          ]
        : [
            command('GraphQL', {
              method: 'POST',
              url,
              headers: [`apikey: ${project.key}`],
              json: { query },
              isRead: true,
            }),
            command('Data API', {
              url: `${projectUrl(project)}/rest/v1/${table.name}?select=${columns.join(',')}&limit=10`,
              headers: [`apikey: ${project.key}`],
            }),
          ],
  };
}
