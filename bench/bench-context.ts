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

export interface Patience {
  /** Milliseconds until it is given up. */
  patience?: number;
  /** Milliseconds between two questions: few are exact, many burden what is measured meanwhile. */
  every?: number;
}

/** Asks again and again until the answer is yes. */
export async function until(
  what: string,
  ask: () => Promise<boolean>,
  { patience = 60_000, every = 5 }: Patience = {},
): Promise<void> {
  const end = Date.now() + patience;
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`${what} did not happen within ${patience / 1000} s.`);
    await sleep(every);
  }
}

/** Waits until a project's database answers a query. */
export async function untilItAnswers({ api }: BenchContext, ref: string): Promise<void> {
  await until(`An answer of ${ref}`, async () => (await api.query(ref, 'select 1')).status === 201);
}
