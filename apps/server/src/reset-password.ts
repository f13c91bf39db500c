import { openLocalDriver, PLATFORM_REF } from '@basalt/clusters';
import { makeResetToken, passwordResetLink } from '@basalt/platform';
import { dashboardUrl } from './addresses.ts';
import { type Config, ConfigError } from './config.ts';
import type { Home } from './home.ts';
import { platformDatabaseUrl, wordDatabaseError } from './platform-database-url.ts';

/**
 * The operator's way out for somebody who forgot the password: a link that sets a new one, once and within an hour. It speaks
 * to the database of the Basalt that is running, over its private socket, and nothing offers it over the network.
 * @returns the link
 * @throws ConfigError when Basalt does not run, DATABASE_URL names no database that can be used, or nobody has this address
 */
export async function makeResetLink(config: Config, home: Home, email: string): Promise<string> {
  const address = email.trim().toLowerCase();
  const databaseUrl = config.databaseUrl ?? (await runningDatabase(config, home));
  const token = await makeResetToken(databaseUrl, address).catch((error: unknown) => {
    throw wordDatabaseError(config, error);
  });
  if (token === null) throw new ConfigError(`No account of this Basalt has the e-mail address ${address}.`);
  return passwordResetLink(dashboardUrl(config), token);
}

async function runningDatabase({ host }: Config, home: Home): Promise<string> {
  const driver = await openLocalDriver({ home: home.path, listenAddress: host });
  try {
    if ((await driver.status(PLATFORM_REF)) !== 'running')
      throw new ConfigError(`No Basalt is running on ${home.path}. Start it first, then ask again.`);
    return platformDatabaseUrl(await driver.address(PLATFORM_REF));
  } finally {
    await driver.close();
  }
}
