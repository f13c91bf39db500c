import { useQuery } from '@tanstack/react-query';
import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
} from 'graphql';
import type { Caller } from '../../../caller/caller.ts';
import { sendGraphql } from '../request/send-request.ts';

const QUESTION = getIntrospectionQuery({ descriptions: true });

/** The schema of a project's GraphQL API as somebody sees it. It can be read here even where it is off for applications. */
export function useGraphqlSchema(target: { ref: string; url: string; caller: Caller }) {
  const { ref, caller } = target;
  return useQuery({
    queryKey: ['graphql-schema', ref, caller.role, caller.userId ?? null],
    queryFn: ({ signal }) => readSchema(target, signal),
    // It has classes of its own, which must not be compared and merged as plain data.
    structuralSharing: false,
    retry: 1,
    staleTime: 10_000,
  });
}

async function readSchema(
  target: { ref: string; url: string; caller: Caller },
  signal: AbortSignal,
): Promise<GraphQLSchema> {
  const question = { query: QUESTION, variables: null, operationName: null };
  const { status, json } = await sendGraphql(target, question, signal);
  const { data, errors, message } = (json ?? {}) as {
    data?: IntrospectionQuery | null;
    errors?: { message: string }[];
    message?: string;
  };
  if (data?.__schema === undefined)
    throw new Error(errors?.[0]?.message ?? message ?? `The API answered with status ${status}.`);
  return buildClientSchema(data);
}
