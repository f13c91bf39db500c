import { OWNER } from '../e2e/basalt/owner.ts';
import { type BenchContext, time } from './bench-context.ts';
import { type Figure, percentile } from './figure.ts';

const ROWS = 10_000_000;
const IMPORTED_ROWS = 2_000_000;
/** Rows before the first of the deep pages. */
const DEEP = 100_000;
const PAGES = 40;
const MOST_MS = 50;
const LEAST_ROWS_PER_SECOND = 100_000;

/** Pages of a table with 10,000,000 rows, first and deep, and a CSV file of five columns, imported and copied. */
export async function measureTableRows(context: BenchContext): Promise<Figure[]> {
  const { api } = context;
  const { ref } = await api.createProject('Bench table rows');
  const run = (sql: string) => api.rows(ref, sql);
  try {
    await run(
      `create table public.bench_rows (id bigint primary key, at timestamptz, name text, status text, amount numeric(10, 2))`,
    );
    await run(
      `insert into public.bench_rows select i, '2020-01-01'::timestamptz + (i::bigint * 7919 % ${ROWS}) * interval '1 s', md5(i::text),
         (array['new', 'open', 'closed', 'gone'])[1 + i % 4], i % 1000 from generate_series(1, ${ROWS}) as i`,
    );
    for (const column of ['at', 'name', 'status', 'amount'])
      await run(`create index on public.bench_rows (${column})`);
    await run('vacuum analyze public.bench_rows');
    const figures: Figure[] = [];
    for (const column of ['id', 'at', 'name', 'status', 'amount'])
      figures.push(...(await pages(context, ref, column)));
    return [...figures, ...(await imports(context, ref))];
  } finally {
    await api.request('POST', `/v1/projects/${ref}/pause`);
    await api.waitForStatus(ref, 'INACTIVE');
  }
}

async function pathOf({ api }: BenchContext, ref: string, name: string): Promise<string> {
  const [row] = await api.rows(ref, `select '${name}'::regclass::oid::text as id`);
  return `/platform/projects/${ref}/tables/${row?.id}`;
}

/** The server's own time for a page of 100 rows: from the first, and far behind it. */
async function pages(context: BenchContext, ref: string, column: string): Promise<Figure[]> {
  const { api } = context;
  const path = `${await pathOf(context, ref, 'public.bench_rows')}/rows`;
  const page = async (input: object) => {
    const { status, body } = await api.request('POST', path, {
      sorts: [{ column, ascending: true }],
      ...input,
    });
    if (status !== 200 || body.rows.length !== 100)
      throw new Error(`A page sorted by ${column} failed: ${status}`);
    return body as { milliseconds: number; next: string };
  };
  const first: number[] = [];
  for (let round = 0; round < PAGES; round++) first.push((await page({})).milliseconds);
  const deep: number[] = [];
  let { next } = await page({ offset: DEEP });
  for (let round = 0; round < PAGES; round++) {
    const found = await page({ cursor: next });
    deep.push(found.milliseconds);
    next = found.next;
  }
  const figure = (name: string, samples: number[]): Figure => ({
    name: `page of ${ROWS / 1e6} million rows by ${column}, ${name} (p95)`,
    value: percentile(samples, 0.95),
    unit: 'ms',
    target: MOST_MS,
  });
  return [figure('first', first), figure('deep', deep)];
}

function* csv(): Generator<Buffer> {
  const part = 10_000;
  yield Buffer.from('id,name,amount,at,note\n');
  for (let at = 0; at < IMPORTED_ROWS; at += part)
    yield Buffer.from(
      Array.from(
        { length: part },
        (_, i) => `${at + i},name ${at + i},${(at + i) % 997}.5,2026-01-01,"a note, quoted"\n`,
      ).join(''),
    );
}

async function imports(context: BenchContext, ref: string): Promise<Figure[]> {
  const { api, basalt } = context;
  const run = (sql: string) => api.rows(ref, sql);
  const make = (name: string) =>
    run(`create table public.${name} (id int, name text, amount numeric, at date, note text)`);
  await make('bench_import');
  const path = `${await pathOf(context, ref, 'public.bench_import')}/import?format=csv`;
  const imported = await time(async () => {
    const response = await fetch(`${basalt.origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OWNER.accessToken}`, 'content-type': 'text/csv' },
      body: ReadableStream.from(csv()),
      duplex: 'half',
    } as RequestInit);
    const last = (await response.text()).trim().split('\n').at(-1) ?? '';
    if (JSON.parse(last).rows !== IMPORTED_ROWS) throw new Error(`The import failed: ${last}`);
  });
  // The same file, copied by the server alone.
  await make('bench_copied');
  const copied = await time(() =>
    run(
      `insert into public.bench_copied select i, 'name ' || i, i % 997 + 0.5, '2026-01-01', 'a note, quoted' from generate_series(0, ${IMPORTED_ROWS - 1}) as i`,
    ),
  );
  return [
    {
      name: `import of ${IMPORTED_ROWS} rows of five columns`,
      value: imported,
      unit: 'ms',
      target: (IMPORTED_ROWS / LEAST_ROWS_PER_SECOND) * 1000,
      note: `${Math.round((IMPORTED_ROWS / imported) * 1000)} rows/s; INSERT … SELECT of the same rows ${Math.round(copied)} ms`,
    },
  ];
}
