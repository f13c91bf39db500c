import { settingsStatements } from '../packages/dataplane/src/caller/run-as-caller.ts';
import { compileRequest } from '../packages/dataplane/src/rest/compile/compile-request.ts';
import { parseRestRequest } from '../packages/dataplane/src/rest/request/parse-rest-request.ts';
import { loadSchemaCache } from '../packages/dataplane/src/rest/schema-cache/load-schema-cache.ts';
import type { SchemaCache } from '../packages/dataplane/src/rest/schema-cache/schema-cache.ts';
import { connect } from '../packages/postgres/src/index.ts';
import type { DatabaseSocket } from './database-socket.ts';

export interface RestCall {
  method: 'GET' | 'POST';
  /** Below `/rest/v1`; `{id}` stands for a number. */
  path: string;
  body?: string;
  headers: Record<string, string>;
  role: string;
  claimsJson: string;
  subject: string;
}

/** The statements that the Data API sends for a request, in the form of a pgbench script: `:name` for each value. */
export interface BenchStatements {
  statements: string[];
  variables: Record<string, string>;
}

export async function readSchema(socket: DatabaseSocket): Promise<SchemaCache> {
  const client = await connect({ ...socket, user: 'authenticator' });
  try {
    const settings = { dbSchemas: ['public'], dbExtraSearchPath: ['public', 'extensions'], dbMaxRows: 1000 };
    return await loadSchemaCache(client, settings);
  } finally {
    await client.end();
  }
}

/** The number that stands for `{id}` while the request is compiled: no other value may be the same. */
const MARK = '7654321';

export function statementsOf(call: RestCall, cache: SchemaCache): BenchStatements {
  const { method, headers, role, claimsJson, subject } = call;
  const body = call.body === undefined ? null : Buffer.from(call.body.replaceAll('{id}', MARK));
  const request = parseRestRequest({ method, url: call.path.replaceAll('{id}', MARK), headers, body });
  const path = call.path.split('?', 1)[0] ?? '';
  const compiled = compileRequest(request, cache, role);
  const context = {
    role,
    claimsJson,
    subject,
    headersJson: JSON.stringify(headers),
    cookiesJson: '{}',
    method,
    path,
  };
  const variables: Record<string, string> = {};
  const all = [...settingsStatements(compiled.settings, context, compiled), ...compiled.statements];
  const statements = all.map(({ sql, values }, statement) =>
    sql.replace(/\$(\d+)/g, (_, number: string) => {
      const value = values[Number(number) - 1];
      if (value === null || value === undefined || Buffer.isBuffer(value))
        throw new Error(`pgbench cannot be given this value: ${value}`);
      if (value === MARK) return ':id';
      if (value === '') return "''"; // which pgbench takes for no value
      const name = `v${statement}_${number}`;
      variables[name] = value;
      return `:${name}`;
    }),
  );
  return { statements, variables };
}
