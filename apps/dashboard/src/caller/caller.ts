import type { TokenRole } from '@basalt/contract';
import { orpc } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';

/** As whom one of a project's APIs is tried, with words for it. */
export interface Caller {
  role: TokenRole;
  /** One of the project's users, who is `authenticated`. */
  userId?: string;
  words: string;
}

export const ANON: Caller = { role: 'anon', words: 'anon' };

/** What a request of a caller carries. */
export interface CallerKeys {
  token: string;
  apiKey: string;
}

/** Tokens are good for ten minutes; one that has two left may still be used. */
const USED_FOR = 8 * 60_000;

/**
 * A token that makes one the caller for some minutes. It is asked for anew when it is about to end.
 * @param isRefused the last one was not taken any more: the project's keys have changed
 */
export async function callerKeys(
  ref: string,
  { role, userId }: Caller,
  isRefused = false,
): Promise<CallerKeys> {
  const { token, api_key } = await queryClient.fetchQuery({
    ...orpc.temporaryTokens.create.queryOptions({
      input: { ref, role, ...(userId === undefined ? {} : { user_id: userId }) },
    }),
    staleTime: isRefused ? 0 : USED_FOR,
    retry: false,
  });
  return { token, apiKey: api_key };
}
