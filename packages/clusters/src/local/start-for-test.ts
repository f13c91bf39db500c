// A process of its own for tests that kill the one that started a cluster: starts it, prints the pid, and stays.

import { driverOptions, MARKER } from './driver-options-for-test.ts';
import { openWith } from './open-local-driver.ts';

const {
  TEST_HOME: home = '',
  TEST_SHARED: shared = '',
  TEST_REF: ref = '',
  TEST_ACTION: action = 'start',
} = process.env;
const options = driverOptions({ home, shared });
// Keeps the server of the template busy until this process has been killed.
if (process.env.TEST_SLOW_SCRIPT)
  options.scripts = () => [MARKER, { name: 'slow', sql: 'select pg_sleep(60)' }];
const driver = await openWith(options);
if (action === 'create') {
  process.stdout.write('creating\n');
  await driver.create({ ref, kind: 'project', major: 17, port: null });
} else if (action === 'replace') {
  process.stdout.write('replacing\n');
  await driver.replace(ref, 'try', 'before');
} else {
  process.stdout.write(`${(await driver.start(ref)).pid}\n`);
}
setInterval(() => undefined, 60_000);
