import { lookup } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLoopback } from '@basalt/network';
import { reachableHost } from '../addresses.ts';
import type { Config, PoolerPort } from '../config.ts';

/**
 * The name that clients call the pooler by, where this machine knows it. The public command line takes names only and no addresses.
 */
const USUAL_HOST = 'pooler.basalt.localhost';
/** A machine without a network may take long to find out that it knows no name. */
const LOOKUP_MS = 300;

export interface PoolerSettings {
  host: string;
  /** Null: that port is not open. */
  session: number | null;
  transaction: number | null;
}

/** Where clients find the pooler. Never rejects. */
export async function poolerSettings({ host, pooler }: Config): Promise<PoolerSettings> {
  const session = openedPort(pooler.session);
  const transaction = openedPort(pooler.transaction);
  const isOpen = session !== null || transaction !== null;
  const isNamed = pooler.host === null && isOpen && isLoopback(host) && (await leadsHere(USUAL_HOST));
  return { host: pooler.host ?? (isNamed ? USUAL_HOST : reachableHost(host)), session, transaction };
}

/** The supervisor names the ports that it has opened. A usual one that it does not name is open nowhere, or not for us to know. */
function openedPort(port: PoolerPort): number | null {
  return port === null || port.isDefault ? null : port.port;
}

async function leadsHere(name: string): Promise<boolean> {
  const found = lookup(name, { family: 4 }).then(
    ({ address }) => isLoopback(address),
    () => false,
  );
  return Promise.race([found, sleep(LOOKUP_MS, false, { ref: false })]);
}
