import { DATABASE_PASSWORD } from '../e2e/basalt/owner.ts';
import { bareInitdb } from './bare-initdb.ts';
import { type BenchContext, time, untilItAnswers } from './bench-context.ts';
import { type Figure, percentile } from './figure.ts';
import { untilQuiet } from './process-load.ts';

const CREATIONS = 20;
const MAJOR = '17';

/**
 * From `POST /v1/projects` to the first answer of `POST …/database/query`, over HTTP. Every creation is preceded by a
 * bare `initdb` on the same disk. Leaves its projects running.
 */
export async function measureCreation(context: BenchContext): Promise<Figure[]> {
  const organization_slug = await context.api.organization();
  await untilQuiet(context.basalt.home);
  const initdb: number[] = [];
  const creation: number[] = [];
  for (let i = 0; i < CREATIONS; i++) {
    initdb.push(await time(() => bareInitdb(context.basalt.home, MAJOR)));
    creation.push(
      await time(async () => {
        const input = {
          name: `Bench ${i}`,
          db_pass: DATABASE_PASSWORD,
          organization_slug,
          postgres_engine: MAJOR,
        };
        const { status, body } = await context.api.request('POST', '/v1/projects', input);
        if (status !== 201) throw new Error(`No project was created: ${JSON.stringify(body)}`);
        await untilItAnswers(context, body.ref);
      }),
    );
  }
  const note = `${CREATIONS} times; bare initdb --no-sync: p50 ${percentile(initdb, 0.5).toFixed(0)} ms, p95 ${percentile(initdb, 0.95).toFixed(0)} ms`;
  return [
    {
      name: 'create project to first query, p50',
      value: percentile(creation, 0.5),
      unit: 'ms',
      target: null,
    },
    {
      name: 'create project to first query, p95',
      value: percentile(creation, 0.95),
      unit: 'ms',
      target: 1_000,
      note,
    },
    {
      name: 'create project to first query / initdb, p50',
      value: percentile(creation, 0.5) / percentile(initdb, 0.5),
      unit: 'times',
      target: 1,
    },
    {
      name: 'create project to first query / initdb, p95',
      value: percentile(creation, 0.95) / percentile(initdb, 0.95),
      unit: 'times',
      target: 1,
    },
  ];
}
