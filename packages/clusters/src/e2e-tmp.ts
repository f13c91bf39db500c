import { openLocalDriver } from '/work/main/packages/clusters/src/index.ts';
import { withClient } from '@basalt/postgres';
const home = process.argv[2]!; const ref = process.argv[3] ?? 'abcdefghijklmnopqrst';
try {
  const d = await openLocalDriver({ home, listenAddress: '127.0.0.1', poolSize: 0 });
  console.log({ root: d.root, relocated: d.relocated });
  await d.create({ ref, kind: 'project', major: 17, port: 25666 });
  const r = await d.start(ref);
  console.log(r.address, await withClient(r.address, async (c) => (await c.query('select current_user, count(*) from pg_class')).rows));
  console.log(await d.stats(ref));
  await d.stop(ref); 
  if (process.argv[4] !== 'keep') await d.remove(ref);
  await d.close();
} catch (e) { console.log((e as any).code, (e as Error).message); process.exitCode = 1; }
