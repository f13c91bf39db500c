import { type BenchContext, time, until, untilItAnswers } from './bench-context.ts';
import { type Figure, percentile } from './figure.ts';
import { untilQuiet } from './process-load.ts';

const ROUNDS = 20;
const HURRIED_ROUNDS = 10;

/**
 * Pause: from the call to the status INACTIVE. Resume: from the call to the first row of a query, over HTTP; once of a project
 * that has been paused for a while, once in the moment in which the end of its log is still being archived.
 */
export async function measurePauseAndResume(context: BenchContext): Promise<Figure[]> {
  const { api, basalt } = context;
  const { ref } = await api.createProject('Bench pause');
  await api.rows(ref, 'create table data as select n, md5(n::text) from generate_series(1, 10000) n');
  await untilQuiet(basalt.home);
  const pause: number[] = [];
  const resume: number[] = [];
  const hurried: number[] = [];
  for (let i = 0; i < ROUNDS + HURRIED_ROUNDS; i++) {
    pause.push(await time(() => pauseProject(context, ref)));
    if (i < ROUNDS) await untilQuiet(basalt.home);
    const taken = await time(async () => {
      await api.request('POST', `/v1/projects/${ref}/restore`);
      await untilItAnswers(context, ref);
    });
    (i < ROUNDS ? resume : hurried).push(taken);
    await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  }
  return [
    {
      name: 'pause, p95',
      value: percentile(pause, 0.95),
      unit: 'ms',
      target: null,
      note: `${pause.length} times`,
    },
    { name: 'resume to first row, p50', value: percentile(resume, 0.5), unit: 'ms', target: null },
    {
      name: 'resume to first row, p95',
      value: percentile(resume, 0.95),
      unit: 'ms',
      target: 100,
      note: `${ROUNDS} times`,
    },
    {
      name: 'resume right after a pause, p95',
      value: percentile(hurried, 0.95),
      unit: 'ms',
      target: null,
      note: `p50 ${percentile(hurried, 0.5).toFixed(0)} ms, ${HURRIED_ROUNDS} times`,
    },
  ];
}

async function pauseProject({ api }: BenchContext, ref: string): Promise<void> {
  await api.request('POST', `/v1/projects/${ref}/pause`);
  const isPaused = async () => (await api.request('GET', `/v1/projects/${ref}`)).body.status === 'INACTIVE';
  await until('The pause', isPaused);
}
