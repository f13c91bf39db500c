import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { keysOf } from '../e2e/basalt/project-api.ts';
import { type BenchContext, time, until } from './bench-context.ts';
import { type Figure, median, percentile } from './figure.ts';
import { httpLoad } from './http-load.ts';
import { proportionalSize } from './process-load.ts';

const DEPLOYMENTS = 15;
const STARTS = 30;
const STARTS_WITH_CLIENT = 6;
const IDLE = 10;
const SECONDS = 5;
const CONNECTIONS = 32;
const CALLS_PER_SECOND = 3_000;

interface Deployed {
  call(): Promise<string>;
  deploy(text: string): Promise<void>;
  path: string;
  headers: Record<string, string>;
}

/** Functions: from their deployment, from cold, warm, and at rest. */
export async function measureFunctions(context: BenchContext): Promise<Figure[]> {
  const { api, basalt } = context;
  const { ref } = await api.createProject('Bench functions');
  const { url, anon } = await keysOf(api, basalt, ref);
  const called = (slug: string) => functionOf(context, { ref, url, key: anon, slug });
  const own = called('bench');
  try {
    return [
      ...(await deployments(own)),
      ...(await starts(own)),
      ...(await warm(context, own)),
      ...(await atRest(context, called)),
    ];
  } finally {
    await api.request('POST', `/v1/projects/${ref}/pause`);
    await api.waitForStatus(ref, 'INACTIVE');
  }
}

interface Place {
  ref: string;
  url: string;
  key: string;
  slug: string;
}

function functionOf({ api }: BenchContext, { ref, url, key, slug }: Place): Deployed {
  const headers = { apikey: key };
  return {
    headers,
    path: `${new URL(url).pathname}/functions/v1/${slug}`,
    call: async () => (await fetch(`${url}/functions/v1/${slug}`, { headers })).text(),
    async deploy(text) {
      const form = new FormData();
      form.append('file', new File([text], 'index.ts'));
      form.append('metadata', JSON.stringify({ name: slug, entrypoint_path: 'index.ts' }));
      const at = `/v1/projects/${ref}/functions/deploy?slug=${slug}`;
      const answer = await api.send(at, { method: 'POST', body: form });
      if (answer.status !== 201)
        throw new Error(`The deployment answered ${answer.status}: ${await answer.text()}`);
    },
  };
}

const hello = (text: string) => `Deno.serve(() => new Response('${text}'));`;

async function deployments({ deploy, call }: Deployed): Promise<Figure[]> {
  const times: number[] = [];
  for (let number = 0; number < DEPLOYMENTS; number++)
    times.push(
      await time(async () => {
        await deploy(hello(`deployed ${number}`));
        await until('The new version', async () => (await call()) === `deployed ${number}`);
      }),
    );
  return [
    {
      name: 'function: deployment of one file → its answer, median',
      value: median(times),
      unit: 'ms',
      target: 1_000,
    },
  ];
}

/** A version that was never called starts with its first call. */
async function starts(own: Deployed): Promise<Figure[]> {
  const cold = async (
    count: number,
    text: (number: number) => string,
    answer: (number: number) => string,
  ) => {
    const times: number[] = [];
    for (let number = 0; number < count; number++) {
      await own.deploy(text(number));
      // The gateway has been told by then.
      await new Promise((done) => setTimeout(done, 500));
      times.push(
        await time(async () => {
          if ((await own.call()) !== answer(number)) throw new Error('Another version answered.');
        }),
      );
    }
    return times;
  };
  const plain = await cold(
    STARTS,
    (number) => hello(`cold ${number}`),
    (number) => `cold ${number}`,
  );
  const withClient = await cold(
    STARTS_WITH_CLIENT,
    (number) =>
      `import { createClient } from 'npm:@supabase/supabase-js@2.119.0'; Deno.serve(() => new Response(typeof createClient + ${number}));`,
    (number) => `function${number}`,
  );
  const note = (times: number[]) =>
    `median of ${times.length} ${Math.round(median(times))} ms, slowest ${Math.round(percentile(times, 1))} ms`;
  return [
    {
      name: 'function: from cold → first answer, p95',
      value: percentile(plain, 0.95),
      unit: 'ms',
      target: 50,
      note: note(plain),
    },
    {
      name: 'the same with supabase-js, p95',
      value: percentile(withClient, 0.95),
      unit: 'ms',
      target: 120,
      note: note(withClient),
    },
  ];
}

async function warm({ basalt }: BenchContext, own: Deployed): Promise<Figure[]> {
  await own.deploy(hello('warm'));
  await until('The new version', async () => (await own.call()) === 'warm');
  const { hostname, port } = new URL(basalt.gatewayOrigin);
  const load = {
    host: hostname,
    port: Number(port),
    method: 'GET',
    ids: 1,
    headers: own.headers,
    seconds: SECONDS,
  } as const;
  const alone = await httpLoad({ ...load, path: own.path, connections: 1 });
  const gateway = await httpLoad({ ...load, path: `${own.path}-missing`, connections: 1 });
  const busy = await httpLoad({ ...load, path: own.path, connections: CONNECTIONS });
  return [
    {
      name: 'function: warm call over one that the gateway refuses, p50',
      value: alone.p50 - gateway.p50,
      unit: 'ms',
      target: 1,
      note: `${alone.p50.toFixed(2)} ms against ${gateway.p50.toFixed(2)} ms`,
    },
    {
      name: `function: ${CALLS_PER_SECOND} calls a second at ${CONNECTIONS} connections, over what there are`,
      value: CALLS_PER_SECOND / busy.perSecond,
      unit: 'times',
      target: 1,
      note: `${Math.round(busy.perSecond)}/s, p99 ${busy.p99.toFixed(1)} ms`,
    },
  ];
}

/** Processes of functions without a request, and those that wait for a function. */
async function atRest({ basalt }: BenchContext, called: (slug: string) => Deployed): Promise<Figure[]> {
  for (let number = 0; number < IDLE; number++) {
    const one = called(`idle-${number}`);
    await one.deploy(hello(`idle ${number}`));
    await until('The function', async () => (await one.call()) === `idle ${number}`);
  }
  await new Promise((done) => setTimeout(done, 5_000));
  const sizes = await sizesOfFunctions(basalt.home);
  if (sizes.length < IDLE) throw new Error(`There are ${sizes.length} processes of ${IDLE} functions.`);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  return [
    {
      name: `function: memory of each of ${IDLE} and more at rest`,
      value: all / sizes.length,
      unit: 'MB',
      target: 15,
      note: `${sizes.length} processes, two of which wait for a function`,
    },
  ];
}

/** Megabytes of each process that runs functions for a data folder, or waits for one. */
async function sizesOfFunctions(home: string): Promise<number[]> {
  const sizes: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    // What made the sandbox names its folder. Its child does the work.
    if (!command.startsWith('unshare') || !command.includes(path.join(home, 'functions-run/'))) continue;
    const child = Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'));
    sizes.push((await proportionalSize(child)) / 1_000_000);
  }
  return sizes;
}
