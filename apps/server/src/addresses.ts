import type { Config } from './config.ts';

/** The host that others on this machine use to reach something that listens on `host`. */
export function reachableHost(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
}

/** A host as it stands in a URL: IPv6 addresses in brackets. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Base URL of a port of ours, without the port where it is the usual one. */
export function addressOf(host: string, port: number): string {
  return `http://${urlHost(reachableHost(host))}${port === 80 ? '' : `:${port}`}`;
}

/** Address of the dashboard as browsers see it. */
export function dashboardUrl({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return (publicUrl ?? addressOf(host, port)).replace(/\/+$/, '');
}
