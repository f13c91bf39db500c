import { withClient, withSetting } from '@basalt/postgres';
import { type Asked, type AskOptions, openTestRest, type TestRest } from './rest-for-test.ts';
import { TEST_CASTS, TEST_ROWS, TEST_SCHEMA } from './schema-for-test.ts';

export const SHOW = 'return=representation';

/** A database behind the Data API for tests that write. */
export interface WritableRest extends Pick<TestRest, 'ask' | 'close'> {
  /** A request that shows what it wrote, unless `prefer` says otherwise. */
  write(request: string, body?: unknown, prefer?: string, options?: AskOptions): Promise<Asked>;
  /** What a GET of `url` shows. */
  read(url: string): Promise<unknown>;
  /** Makes the rows what they were at first. */
  reset(): Promise<void>;
}

export async function openWritableRest(cluster: Parameters<typeof openTestRest>[0]): Promise<WritableRest> {
  const rest = await openTestRest(cluster, TEST_SCHEMA + TEST_CASTS, {
    inForce: { txEnd: 'commit-allow-override' },
  });
  return {
    ask: rest.ask,
    close: rest.close,
    write: (request, body, prefer = SHOW, options = {}) =>
      rest.ask(request, {
        ...options,
        ...(body === undefined ? {} : { body }),
        headers: { prefer, ...options.headers },
      }),
    read: async (url) => (await rest.ask(`GET ${url}`)).data,
    async reset() {
      const address = withSetting(rest.address, 'search_path', 'public');
      await withClient(address, (client) => client.query(TEST_ROWS));
    },
  };
}
