import { ApiClient } from '../e2e/basalt/api-client.ts';
import { OWNER } from '../e2e/basalt/owner.ts';
import { disposeBasalt, startBasalt } from '../e2e/basalt/start-basalt.ts';
import { type BenchContext, until } from './bench-context.ts';
import { type Figure, percentile } from './figure.ts';
import { untilQuiet } from './process-load.ts';

const STARTS = 5;

/**
 * From starting the process to `GET /health` of both ports, and to the dashboard with its first scripts and a list of
 * projects: on a server with one project, and on the one of the other figures with all its projects.
 */
export async function measureColdStart(context: BenchContext): Promise<Figure[]> {
  const basalt = await startBasalt();
  const small = { basalt, api: new ApiClient(basalt.origin, OWNER.accessToken) };
  try {
    const { ref } = await small.api.createProject('Bench start');
    await small.api.rows(ref, 'create table data as select n, md5(n::text) from generate_series(1, 10000) n');
    return [...(await startAgain(small, 1_500)), ...(await startAgain(context, null))];
  } finally {
    await disposeBasalt(small.basalt);
  }
}

/** Replaces the server in the context by one on the same data, a few times. */
async function startAgain(context: BenchContext, target: number | null): Promise<Figure[]> {
  const health: number[] = [];
  const dashboard: number[] = [];
  const { body } = await context.api.request('GET', '/v1/projects');
  for (let i = 0; i < STARTS; i++) {
    const { environment } = context.basalt;
    await untilQuiet(context.basalt.home);
    await context.basalt.stop();
    const start = performance.now();
    context.basalt = await startBasalt({ environment });
    health.push(performance.now() - start);
    await until('The dashboard', () => isServed(context));
    dashboard.push(performance.now() - start);
  }
  const projects = body.length === 1 ? '1 project' : `${body.length} projects`;
  const note = `median of ${STARTS}`;
  return [
    {
      name: `cold start to health, ${projects}`,
      value: percentile(health, 0.5),
      unit: 'ms',
      target: null,
      note,
    },
    {
      name: `cold start to a served dashboard, ${projects}`,
      value: percentile(dashboard, 0.5),
      unit: 'ms',
      target,
      note,
    },
  ];
}

async function isServed({ api, basalt }: BenchContext): Promise<boolean> {
  const page = await fetch(basalt.origin, { headers: { accept: 'text/html' } });
  if (page.status !== 200) return false;
  const assets = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, path]) => path,
  );
  const answers = await Promise.all(assets.map((path) => fetch(`${basalt.origin}${path}`)));
  const { status } = await api.request('GET', '/platform/projects');
  return assets.length > 0 && answers.every(({ ok }) => ok) && status === 200;
}
