import { REQUEST_SERVICES } from '@basalt/contract';
import * as z from 'zod';
import { readLints } from '../../advisors/read-advice.ts';
import { generateTypes } from '../../database/generate-types.ts';
import { listFunctions, readFunctionFiles } from '../../functions/read-functions.ts';
import { hideLiterals } from '../../kernel/hide-literals.ts';
import { listStatements } from '../../query-performance/recorded-statements.ts';
import { listBuckets } from '../../storage-files/change-buckets.ts';
import { callStorage } from '../../storage-files/storage-service.ts';
import { defineTool } from './assistant-tool.ts';

const MAX_ENTRIES = 100;

const getAdvisors = defineTool({
  name: 'get_advisors',
  group: 'debugging',
  level: 'schema',
  description: 'What the security or performance advisor finds in the project, with what to do about it.',
  input: z.object({ type: z.enum(['security', 'performance']) }),
  run: async ({ dependencies, actor, access }, { type }) => {
    const kind = type === 'security' ? 'SECURITY' : 'PERFORMANCE';
    const lints = await readLints(dependencies, actor, access.project.ref, kind);
    return lints.map(({ title, level, detail, remediation }) => ({ title, level, detail, remediation }));
  },
});

const getLogs = defineTool({
  name: 'get_logs',
  group: 'debugging',
  level: 'schema_and_log',
  ability: 'read_request_log',
  description: 'The newest requests to one service of the project: method, path, status, milliseconds, role.',
  input: z.object({
    service: z.enum(REQUEST_SERVICES),
    status: z
      .number()
      .int()
      .min(1)
      .max(599)
      .optional()
      .describe('A status such as 404, or 4 for all of 400 to 499'),
  }),
  run: async ({ dependencies, access }, { service, status }) => {
    const filter = { services: [service], ...(status !== undefined && { statuses: [status] }) };
    const { entries } = await dependencies.requestLog.read(access.project.ref, filter, MAX_ENTRIES, null);
    return entries.map(({ time, ...entry }) => ({ at: new Date(time).toISOString(), ...entry }));
  },
});

const getFunctionLogs = defineTool({
  name: 'get_edge_function_logs',
  group: 'debugging',
  level: 'schema_and_log',
  ability: 'read_functions',
  description: 'The newest lines that an edge function wrote.',
  input: z.object({ name: z.string().max(128).describe('Its slug') }),
  run: async ({ dependencies, access }, { name }) => {
    const { entries } = await dependencies.functionLog.read(
      access.project.ref,
      { slug: name },
      MAX_ENTRIES,
      null,
    );
    return entries.map(({ time, level, message }) => ({ at: new Date(time).toISOString(), level, message }));
  },
});

const getQueryPerformance = defineTool({
  name: 'get_query_performance',
  group: 'debugging',
  level: 'schema_and_log',
  description: 'The statements that took the most time in the database, without the values in them.',
  input: z.object({}),
  run: async ({ dependencies, actor, access }) => {
    const list = await listStatements(dependencies, actor, {
      ref: access.project.ref,
      sort: 'total',
      order: 'desc',
    });
    return {
      missing: list.missing,
      statements: list.statements.slice(0, 25).map(({ query, ...numbers }) => ({
        ...numbers,
        query: hideLiterals(query),
      })),
    };
  },
});

const listStorageBuckets = defineTool({
  name: 'list_storage_buckets',
  group: 'storage',
  level: 'schema',
  ability: 'read_storage',
  description: 'Buckets of storage with their limits.',
  input: z.object({}),
  run: ({ dependencies, access }) => {
    return listBuckets((call) => callStorage(dependencies, access.project.ref, call));
  },
});

const listEdgeFunctions = defineTool({
  name: 'list_edge_functions',
  group: 'functions',
  level: 'schema',
  ability: 'read_functions',
  description: 'Edge functions of the project.',
  input: z.object({}),
  run: async ({ dependencies, actor, access }) =>
    (await listFunctions(dependencies, actor, access.project.ref)).map(
      ({ slug, name, version, verify_jwt }) => ({ slug, name, version, verify_jwt }),
    ),
});

const getEdgeFunction = defineTool({
  name: 'get_edge_function',
  group: 'functions',
  level: 'schema',
  ability: 'read_functions',
  description: 'The files of an edge function.',
  input: z.object({ name: z.string().max(128).describe('Its slug') }),
  run: async ({ dependencies, actor, access }, { name }) => {
    const { files } = await readFunctionFiles(dependencies, actor, { ref: access.project.ref, slug: name });
    return { files: files.map(({ path, bytes }) => ({ path, content: bytes.toString('utf8') })) };
  },
});

const generateTypeScript = defineTool({
  name: 'generate_typescript_types',
  group: 'development',
  level: 'schema',
  description: 'TypeScript types of the tables, views and functions of the schema public.',
  input: z.object({}),
  run: ({ dependencies, actor, access }) => generateTypes(dependencies, actor, { ref: access.project.ref }),
});

const getProjectUrl = defineTool({
  name: 'get_project_url',
  group: 'development',
  level: 'schema',
  description: "The address of the project's APIs.",
  input: z.object({}),
  run: async ({ dependencies, access }) => ({ url: dependencies.settings.projectUrl(access.project.ref) }),
});

/** What is known of a project beside its database. */
export const PROJECT_TOOLS = [
  getAdvisors,
  getLogs,
  getFunctionLogs,
  getQueryPerformance,
  listStorageBuckets,
  listEdgeFunctions,
  getEdgeFunction,
  generateTypeScript,
  getProjectUrl,
];
