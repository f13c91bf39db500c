import { keysOf } from '../e2e/basalt/project-api.ts';
import { type BenchContext, time, until } from './bench-context.ts';
import { type Figure, percentile } from './figure.ts';
import { untilQuiet } from './process-load.ts';

const ROUNDS = 10;

/** From a resumed or new project's call to the first 200 of its Data API, over HTTP. */
export async function measureFirstRestAnswer(context: BenchContext): Promise<Figure[]> {
  const { api, basalt } = context;
  await untilQuiet(basalt.home);
  const creation: number[] = [];
  const resume: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let ref = '';
    let url = '';
    let key = '';
    creation.push(
      await time(async () => {
        ({ ref } = await api.createProject(`Bench first answer ${round}`));
        const keys = await keysOf(api, basalt, ref);
        url = `${keys.url}/rest/v1/`;
        key = keys.anon;
        await until('A first answer', () => answers(url, key));
      }),
    );
    await api.request('POST', `/v1/projects/${ref}/pause`);
    await api.waitForStatus(ref, 'INACTIVE');
    await untilQuiet(basalt.home); // paused projects rest: the end of their log is in the archive
    resume.push(
      await time(async () => {
        await api.request('POST', `/v1/projects/${ref}/restore`);
        await until('An answer after the pause', () => answers(url, key));
      }),
    );
    await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
    await api.request('POST', `/v1/projects/${ref}/pause`);
    await api.waitForStatus(ref, 'INACTIVE');
  }
  return [
    {
      name: 'create project to first REST 200, p95',
      value: percentile(creation, 0.95),
      unit: 'ms',
      target: 1_000,
      note: `p50 ${percentile(creation, 0.5).toFixed(0)} ms, ${ROUNDS} times`,
    },
    {
      name: 'resume to first REST 200, p95',
      value: percentile(resume, 0.95),
      unit: 'ms',
      target: 250,
      note: `p50 ${percentile(resume, 0.5).toFixed(0)} ms, ${ROUNDS} times`,
    },
  ];
}

async function answers(url: string, apikey: string): Promise<boolean> {
  const answer = await fetch(url, { headers: { apikey } }).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}
