import type { ConnectionTarget } from '@basalt/postgres';
import Fastify from 'fastify';
import { type AskOptions, openRestApi, type RestApi } from '../rest/rest-api-for-test.ts';
import { createGraphqlService } from './http/graphql-service.ts';

export interface GraphqlAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape
  data?: any;
  errors?: { message: string }[];
}

/** GraphQL of one real database behind the real gateway. */
export interface GraphqlApi extends Pick<RestApi, 'sql' | 'change' | 'close' | 'log'> {
  ask(query: string, variables?: object | null, as?: AskOptions['as']): Promise<GraphqlAnswer>;
  rest: RestApi['ask'];
}

/** @param sql run by a superuser, with `public` on the path, before anybody asks */
export async function openGraphql(
  cluster: { createDatabase(): Promise<ConnectionTarget> },
  sql: string,
): Promise<GraphqlApi> {
  const api = await openRestApi(await cluster.createDatabase(), {}, (projects) => [
    createGraphqlService({ logger: Fastify().log, projects }),
  ]);
  api.change({
    rest: {
      dbSchemas: ['public', 'graphql_public'],
      dbExtraSearchPath: ['public', 'extensions'],
      dbMaxRows: 1000,
    },
  });
  if (sql !== '') await api.sql(sql);
  return {
    ...api,
    rest: api.ask,
    ask: async (query, variables = null, as = 'service') => {
      const answer = await api.ask('POST ', { service: 'graphql', as, body: { query, variables } });
      return (answer.json ?? { status: answer.status, text: answer.text }) as GraphqlAnswer;
    },
  };
}
