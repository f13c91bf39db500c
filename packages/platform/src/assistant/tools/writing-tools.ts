import * as z from 'zod';
import { runQuery } from '../../database/run-query.ts';
import { deployFunction } from '../../functions/deploy-functions.ts';
import { audited } from '../../kernel/audit/audited.ts';
import { mayWrite } from '../../kernel/audit/changing-routes.ts';
import { redact } from '../../kernel/audit/redact.ts';
import { defineTool } from './assistant-tool.ts';

/**
 * Tools that change something. Only a client whose address says `read_only=false` has them, and they may what the owner of its token may.
 * No chat ever has them.
 */
export const WRITING_TOOLS = [
  defineTool({
    name: 'execute_sql',
    group: 'database',
    level: 'schema_and_log_and_data',
    ability: 'run_sql',
    description:
      'Runs SQL as the owner of the database, and answers the rows of its last statement. It can change everything.',
    input: z.object({ sql: z.string().min(1).max(1_000_000) }),
    run: ({ dependencies, actor, access, signal }, { sql }) => {
      const { ref } = access.project;
      const run = () => runQuery(dependencies, actor, { ref, query: sql, readOnly: false }, signal);
      if (!mayWrite(sql)) return run();
      const request = redact(undefined, { query: sql });
      return audited(dependencies, { action: 'database.query', actor, subject: { ref }, request }, run);
    },
  }),
  defineTool({
    name: 'deploy_edge_function',
    group: 'functions',
    level: 'schema',
    ability: 'deploy_functions',
    description: 'Deploys an edge function from the text of its index.ts. One of the same name is replaced.',
    input: z.object({
      name: z.string().min(1).max(128).describe('The slug it is deployed under'),
      code: z.string().min(1).max(1_000_000).describe('TypeScript for Deno, the whole of index.ts'),
      verify_jwt: z.boolean().default(true),
    }),
    run: ({ dependencies, actor, access }, { name, code, verify_jwt }) =>
      deployFunction(dependencies, actor, {
        ref: access.project.ref,
        slug: name,
        bundleOnly: false,
        metadata: { name, entrypoint_path: 'index.ts', verify_jwt },
        files: [{ path: 'index.ts', bytes: Buffer.from(code) }],
      }),
  }),
];
