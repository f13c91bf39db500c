import type { ApiClient } from '../e2e/basalt/api-client.ts';
import type { Basalt } from '../e2e/basalt/start-basalt.ts';

/** What every measurement works on: a server that the others use too, one after the other. */
export interface BenchContext {
  basalt: Basalt;
  api: ApiClient;
}

const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Milliseconds that something takes. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Asks again every five milliseconds until the answer is yes. */
export async function until(what: string, ask: () => Promise<boolean>, patience = 60_000): Promise<void> {
  const end = Date.now() + patience;
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`${what} did not happen within ${patience / 1000} s.`);
    await sleep(5);
  }
}

/** Waits until a project's database answers a query. */
export async function untilItAnswers({ api }: BenchContext, ref: string): Promise<void> {
  await until(`An answer of ${ref}`, async () => (await api.query(ref, 'select 1')).status === 201);
}
