import { addressOf } from './addresses.ts';
import type { Config } from './config.ts';

/** Base URL of a project's APIs as clients see it, without a slash at the end. */
export function projectUrl({ projectDomain, host, gatewayPort }: Config, ref: string): string {
  return projectDomain === null
    ? `${addressOf(host, gatewayPort)}/${ref}`
    : `https://${ref}.${projectDomain}`;
}
