import { type BenchContext, time, until } from './bench-context.ts';
import { databaseSocket } from './database-socket.ts';
import { type Figure, median, percentile } from './figure.ts';
import { pgbench } from './pgbench.ts';
import { untilQuiet } from './process-load.ts';

const MB = 1024 * 1024;
const PATIENCE = 30 * 60_000;
/** About 1 GB in a table without indexes: 8 rows a page, half of it hard to compress. */
const ROWS = 131_000 * 8;
const FILL = `
  create table public.bulk (id int, body text);
  insert into public.bulk
    select n, repeat(md5(n::text), 14) || string_agg(md5((n * 31 + part)::text), '')
    from generate_series(1, ${ROWS}) n, generate_series(1, 14) part group by n`;
const WRITING_SECONDS = 20;
const LOAD_SECONDS = 8;
const ROUNDS_ALONE = 5;

/** Loss window, backup beside load, restore of 1 GB with 1 GB of WAL. */
export async function measureBackups(context: BenchContext): Promise<Figure[]> {
  const { api, basalt } = context;
  const { ref } = await api.createProject('Bench backups');
  await api.rows(ref, 'create table public.beats (at timestamptz default now())');
  const lossWindow = await measureLossWindow(context, ref);

  await fill(context, ref);
  await untilQuiet(basalt.home);
  const besideBackup = await measureBackup(context, ref);

  // WAL on top of the base backup, as much again.
  await api.rows(ref, 'alter table public.bulk rename to bulk_of_the_backup');
  await fill(context, ref);
  await untilShipped(context, ref);
  await untilQuiet(basalt.home);
  const bytes = (await overview(context, ref)).backups[0]?.data_bytes ?? 0;
  const restored = await time(async () => {
    const at = (await overview(context, ref)).pitr.latest;
    await begin(context, `/platform/database/${ref}/backups/pitr`, { at });
    await api.waitForStatus(ref, 'ACTIVE_HEALTHY', PATIENCE);
  });
  const [row] = await api.rows(ref, 'select count(*)::int as rows from public.bulk');
  if (row?.rows !== ROWS)
    throw new Error(`The restored table has ${JSON.stringify(row)} instead of ${ROWS}.`);
  return [
    ...lossWindow,
    ...besideBackup,
    {
      name: 'restore of 1 GB and 1 GB of WAL, in place',
      value: restored,
      unit: 'ms',
      target: 60_000,
      note: `${((2 * bytes) / MB / (restored / 1000)).toFixed(0)} MB/s of base and WAL`,
    },
  ];
}

/** How old the newest recoverable moment is while rows are written, as the page shows it. */
async function measureLossWindow(context: BenchContext, ref: string): Promise<Figure[]> {
  const { api } = context;
  const isThere = async () => (await overview(context, ref)).pitr.latest !== null;
  await until('A first backup', isThere, { patience: PATIENCE });
  const ages: number[] = [];
  const end = Date.now() + WRITING_SECONDS * 1000;
  while (Date.now() < end) {
    await api.rows(ref, 'insert into public.beats default values');
    ages.push(Date.now() - Date.parse((await overview(context, ref)).pitr.latest ?? ''));
    await new Promise((done) => setTimeout(done, 50));
  }
  const note = `${ages.length} looks, p50 ${percentile(ages, 0.5).toFixed(0)} ms`;
  return [
    { name: 'loss window while writing, worst', value: percentile(ages, 1), unit: 'ms', target: 5_000, note },
  ];
}

/** What a load of small transactions loses while a backup is taken, and while it is verified right after. */
async function measureBackup(context: BenchContext, ref: string): Promise<Figure[]> {
  const { api } = context;
  const socket = await databaseSocket(context, ref);
  await api.rows(
    ref,
    'create table public.counters as select n as id, 0 as hits from generate_series(1, 10000) n',
  );
  await api.rows(ref, 'alter table public.counters add primary key (id)');
  const load = (seconds: number) =>
    pgbench(socket, 'postgres', {
      setup: '\\set id random(1, 10000)',
      statements: ['update public.counters set hits = hits + 1 where id = :id'],
      variables: {},
      clients: 4,
      seconds,
    });
  await load(3);
  const alone: number[] = [];
  for (let round = 0; round < ROUNDS_ALONE; round++) alone.push(await load(LOAD_SECONDS));
  const loadWhile = async (work: Promise<unknown>) => {
    const rates: number[] = [];
    let isOver = false;
    const took = time(() => work).finally(() => {
      isOver = true;
    });
    while (!isOver) rates.push(await load(LOAD_SECONDS));
    return { slowdown: median(alone) / median(rates), milliseconds: await took };
  };
  const { operation_id } = await begin(context, `/platform/database/${ref}/backups`);
  const backup = await loadWhile(untilDone(context, ref, operation_id));
  const verification = await loadWhile(untilVerified(context, ref));
  const [newest] = (await overview(context, ref)).backups;
  const note = (milliseconds: number) =>
    `${((newest?.data_bytes ?? 0) / MB).toFixed(0)} MB in ${(milliseconds / 1000).toFixed(1)} s`;
  return [
    {
      name: 'pgbench alone / beside a backup',
      value: backup.slowdown,
      unit: 'times',
      target: 1.25,
      note: note(backup.milliseconds),
    },
    {
      name: 'pgbench alone / beside its verification',
      value: verification.slowdown,
      unit: 'times',
      target: 1.25,
      note: note(verification.milliseconds),
    },
  ];
}

async function fill({ api }: BenchContext, ref: string): Promise<void> {
  await api.rows(ref, FILL);
  // As PostgreSQL would within a minute by itself, in the middle of what is measured.
  await api.rows(ref, 'vacuum public.bulk');
}

/** Waits until everything that was written is in the archive. */
async function untilShipped(context: BenchContext, ref: string): Promise<void> {
  const written = Date.now();
  const isShipped = async () => Date.parse((await overview(context, ref)).pitr.latest ?? '') > written;
  await until('The archive of what was written', isShipped, { patience: PATIENCE });
}

export async function begin({ api }: BenchContext, path: string, body: unknown = {}) {
  const answer = await api.request('POST', path, body);
  if (answer.status >= 300) throw new Error(`${path} was refused: ${JSON.stringify(answer.body)}`);
  return answer.body as { operation_id: string };
}

async function untilDone({ api }: BenchContext, ref: string, id: string): Promise<void> {
  const find = async () => {
    const { body } = await api.request('GET', `/platform/projects/${ref}/operations`);
    const operation = (body as { id: string; state: string; reason: string | null }[]).find(
      (one) => one.id === id,
    );
    if (operation?.state === 'failed') throw new Error(`The operation failed: ${operation.reason}`);
    return operation?.state === 'done';
  };
  await until('The operation', find, { patience: PATIENCE, every: 250 });
}

async function untilVerified(context: BenchContext, ref: string): Promise<void> {
  const isVerified = async () => (await overview(context, ref)).backups[0]?.verified_at !== null;
  await until('The verification', isVerified, { patience: PATIENCE, every: 250 });
}

async function overview({ api }: BenchContext, ref: string) {
  const { body } = await api.request('GET', `/platform/database/${ref}/backups`);
  return body as {
    pitr: { latest: string | null };
    backups: { data_bytes: number | null; verified_at: string | null }[];
  };
}
