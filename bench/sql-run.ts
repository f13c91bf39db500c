import { OWNER } from '../e2e/basalt/owner.ts';
import { type ConnectionTarget, withClient } from '../packages/postgres/src/index.ts';
import { type BenchContext, time } from './bench-context.ts';
import { databaseSocket } from './database-socket.ts';
import { type Figure, percentile } from './figure.ts';
import { untilQuiet } from './process-load.ts';

const LARGE_ROUNDS = 7;
const SMALL_ROUNDS = 60;
const LARGE = `select n as id, md5(n::text) as name, n * 1.5 as price, now() as made, n % 2 = 0 as done
  from generate_series(1, 100000) n`;
const SMALL = 'select 1';

/** What a run of the SQL editor costs over the driver on the same socket, each with a connection of its own. */
export async function measureSqlRun(context: BenchContext): Promise<Figure[]> {
  const { ref } = await context.api.createProject('Bench of runs');
  const socket: ConnectionTarget = { ...(await databaseSocket(context, ref)), user: 'postgres' };
  await untilQuiet(context.basalt.home);
  const large = await compare(context, ref, socket, LARGE, LARGE_ROUNDS);
  const small = await compare(context, ref, socket, SMALL, SMALL_ROUNDS);
  return [
    ratio('run of 100,000 rows of 5 columns over the bare driver', large, LARGE_ROUNDS, 1.2),
    // Shown only: next to a statement of no work, an HTTP request and the questions who asks and whether they may weigh most.
    ratio('run of select 1 over the bare driver', small, SMALL_ROUNDS, null),
    {
      name: 'run of 100,000 rows: first byte to first rows, p95',
      value: percentile(large.firstRows, 0.95),
      unit: 'ms',
      target: 300,
    },
  ];
}

interface Times {
  run: number[];
  driver: number[];
  firstRows: number[];
}

/** Both in turn, so that whatever else the machine does meets both. */
async function compare(
  context: BenchContext,
  ref: string,
  socket: ConnectionTarget,
  sql: string,
  rounds: number,
): Promise<Times> {
  const times: Times = { run: [], driver: [], firstRows: [] };
  for (let round = -2; round < rounds; round++) {
    let firstRows = 0;
    const run = await time(async () => {
      firstRows = await runOverHttp(context, ref, sql);
    });
    const driver = await time(() =>
      withClient(socket, (client) => client.query({ text: sql, rowMode: 'array' }), { values: 'text' }),
    );
    // The first ones warm both up.
    if (round < 0) continue;
    times.run.push(run);
    times.driver.push(driver);
    times.firstRows.push(firstRows);
  }
  return times;
}

/** @returns milliseconds from the first byte of the answer to the first rows in it */
async function runOverHttp({ basalt }: BenchContext, ref: string, query: string): Promise<number> {
  const answer = await fetch(`${basalt.origin}/platform/pg-meta/${ref}/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OWNER.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, confirmed: true }),
  });
  const firstByte = performance.now();
  let firstRows: number | null = null;
  let end = '';
  for await (const chunk of answer.body ?? []) {
    const text = Buffer.from(chunk).toString();
    if (text.includes('"type":"rows"')) firstRows ??= performance.now() - firstByte;
    end = (end + text).slice(-500);
  }
  if (firstRows === null || !end.includes('"type":"done"') || end.includes('"type":"error"'))
    throw new Error(`The run did not end well: ${answer.status} ${end}`);
  return firstRows;
}

function ratio(name: string, { run, driver }: Times, rounds: number, target: number | null): Figure {
  const [ours, theirs] = [percentile(run, 0.5), percentile(driver, 0.5)];
  return {
    name,
    value: ours / theirs,
    unit: 'times',
    target,
    note: `p50 ${ours.toFixed(1)} ms, driver ${theirs.toFixed(1)} ms, ${rounds} times each`,
  };
}
