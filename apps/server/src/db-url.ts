import { openLocalDriver } from '@basalt/clusters';
import { readConfig } from './config.ts';
import { openHome } from './home.ts';

/** The operator's door: prints a superuser connection string of a project's cluster, over its private socket. */
const ref = process.argv[2];
if (ref === undefined || !/^[a-z]{20}$/.test(ref)) {
  console.error('Say which project, by its ref of 20 lower-case letters.');
  process.exit(2);
}
try {
  const config = readConfig(process.env);
  const home = await openHome(config.home);
  const driver = await openLocalDriver({ home: home.path, listenAddress: config.host });
  try {
    const { host, port, user, database } = await driver.address(ref);
    const running = (await driver.status(ref)) === 'running';
    console.log(`postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`);
    if (!running) console.error('The project is not running: restore it first.');
  } finally {
    await driver.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
