import type { ProjectAddress } from '@basalt/platform/project-runtime';
import { addressOf } from './addresses.ts';
import type { Config } from './config.ts';

/** The same by what its owner calls it. A host name is one that a proxy with a certificate stands in front of. */
export function linkUrl(config: Config, ref: string, address: ProjectAddress | null): string {
  if (address === null) return projectUrl(config, ref);
  return address.kind === 'custom' ? `https://${address.name}` : projectUrl(config, address.name);
}

/** Base URL of a project's APIs as clients see it, without a slash at the end. */
export function projectUrl({ projectDomain, host, gatewayPort }: Config, ref: string): string {
  return projectDomain === null
    ? `${addressOf(host, gatewayPort)}/${ref}`
    : `https://${ref}.${projectDomain}`;
}
