import { disposeBasalt, startBasalt } from './start-basalt.ts';
import { test } from './test.ts';

/**
 * Tests on a server of their file's own, with other settings than the one that files share, or because it is disturbed.
 * @param environment changes to the environment
 */
export function testOnOwnServer(environment: () => Promise<Record<string, string>> = async () => ({})) {
  return test.extend<object, object>({
    basalt: [
      async ({ browserName: _ }, use) => {
        const basalt = await startBasalt({ environment: await environment() });
        await use(basalt);
        await disposeBasalt(basalt);
      },
      { scope: 'worker', timeout: 180_000 },
    ],
  });
}
