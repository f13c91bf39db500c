import type { BenchContext } from './bench-context.ts';
import { databaseSocket } from './database-socket.ts';
import { type Figure, median } from './figure.ts';
import { pgbench } from './pgbench.ts';
import { memoryOfHome } from './process-load.ts';

const QUEUED = 1_000_000;
const ROUNDS = 5;
const SECONDS = 5;

/** Refused, since it is of a private network, which takes as long as the timeout. */
const SILENT = 'http://10.255.255.1/';

/** What a queue of a million requests costs those who write into it, and the platform, whose requests get no answer. */
export async function measureWebhooks(context: BenchContext): Promise<Figure[]> {
  const { api, basalt } = context;
  const { ref } = await api.createProject('Bench webhooks');
  try {
    await api.rows(
      ref,
      `create table public.bench_orders (id bigint generated always as identity primary key, note text);
       create trigger tell after insert on public.bench_orders for each row
         execute function supabase_functions.http_request('${SILENT}', 'POST', '{}', '{}', '30000')`,
    );
    const socket = await databaseSocket(context, ref);
    const insert = "insert into public.bench_orders (note) values ('a note')";
    const load = { setup: '', statements: [insert], variables: {}, clients: 1, seconds: SECONDS };
    const write = async () => {
      const rates: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) rates.push(await pgbench(socket, 'postgres', load));
      return median(rates);
    };
    const platform = async () => (await memoryOfHome(basalt.home)).platform ?? 0;
    // The minute's look finds the project meanwhile, and its first requests are under way.
    for (let round = 0; round < 60 / SECONDS; round += 1) await pgbench(socket, 'postgres', load);
    const short = await write();
    const memory = await platform();
    await api.rows(
      ref,
      `insert into net.http_request_queue (method, url, timeout_milliseconds)
       select 'GET', '${SILENT}' || i, 30000 from generate_series(1, ${QUEUED}) as i`,
    );
    const long = await write();
    const [row] = await api.rows(ref, 'select count(*)::int as waiting from net.http_request_queue');
    return [
      {
        name: `a row with a webhook, with ${QUEUED} requests waiting, over a short queue`,
        value: short / long,
        unit: 'times',
        target: 1.1,
        note: `${long.toFixed(0)} rows/s against ${short.toFixed(0)}; ${row?.waiting} wait in the end`,
      },
      {
        name: 'the same: what the platform process takes more',
        value: Math.max(0, (await platform()) - memory),
        unit: 'MB',
        target: 20,
        note: `${memory.toFixed(0)} MB before`,
      },
    ];
  } finally {
    await api.request('POST', `/v1/projects/${ref}/pause`);
    await api.waitForStatus(ref, 'INACTIVE');
  }
}
