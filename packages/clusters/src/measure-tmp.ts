import { withClient } from '@basalt/postgres';
import { openLocalDriver, type PostgresMajor } from './index.ts';

const d = await openLocalDriver({ home: '/tmp/bmeasure', listenAddress: '127.0.0.1', poolSize: 2 });
const med = (a: number[]) => {
  const s = a.toSorted((x, y) => x - y);
  return `${s[s.length >> 1]!.toFixed(1)} (min ${s[0]!.toFixed(1)} max ${s.at(-1)!.toFixed(1)})`;
};
for (const major of [17, 18, 15] as PostgresMajor[]) {
  const t = performance.now();
  await d.prepare(major);
  console.log(major, 'prepare', (performance.now() - t).toFixed(0));
  const m: Record<string, number[]> = {
    create: [],
    started: [],
    firstQuery: [],
    stop: [],
    resumeStarted: [],
    resumeQuery: [],
    adopt: [],
    stats: [],
    remove: [],
  };
  for (let i = 0; i < 11; i++) {
    await d.prepare(major);
    await new Promise((r) => setTimeout(r, 300));
    const ref = `m${String.fromCharCode(97 + i)}`;
    let t0 = performance.now();
    const lap = (k: string) => m[k]!.push(performance.now() - t0);
    await d.create({ ref, kind: 'project', major, port: 26000 + i });
    lap('create');
    const r = await d.start(ref);
    lap('started');
    await withClient({ ...r.address, user: 'postgres' }, (c) => c.query('select 1'));
    lap('firstQuery');
    await new Promise((r) => setTimeout(r, 600));
    t0 = performance.now();
    await d.stats(ref);
    lap('stats');
    t0 = performance.now();
    await d.start(ref);
    lap('adopt');
    t0 = performance.now();
    await d.stop(ref);
    lap('stop');
    t0 = performance.now();
    const r2 = await d.start(ref);
    lap('resumeStarted');
    await withClient({ ...r2.address, user: 'postgres' }, (c) => c.query('select 1'));
    lap('resumeQuery');
    t0 = performance.now();
    await d.remove(ref);
    lap('remove');
  }
  for (const [k, v] of Object.entries(m)) console.log(major, k.padEnd(14), med(v));
}
{
  // no pool
  await d.close();
  const d2 = await openLocalDriver({ home: '/tmp/bmeasure', listenAddress: '127.0.0.1', poolSize: 0 });
  const a: number[] = [];
  for (let i = 0; i < 7; i++) {
    const t0 = performance.now();
    await d2.create({ ref: `n${i}`, kind: 'project', major: 17, port: 26100 });
    const r = await d2.start(`n${i}`);
    await withClient(r.address, (c) => c.query('select 1'));
    if (i > 1) a.push(performance.now() - t0);
    await d2.remove(`n${i}`);
  }
  console.log('17 without pool (incl. sync)', med(a));
  await d2.close();
}
