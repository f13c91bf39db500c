import type { ProjectAddress } from '@basalt/platform/project-runtime';
import { addressOf } from './addresses.ts';
import type { Config } from './config.ts';

/** The same by what its owner calls it. A host name answers over TLS, by us or by a proxy in front. */
export function linkUrl(config: Config, ref: string, address: ProjectAddress | null): string {
  if (address === null) return projectUrl(config, ref);
  return address.kind === 'custom'
    ? `https://${address.name}${tlsPort(config.tls)}`
    : projectUrl(config, address.name);
}

/** Base URL of a project's APIs as clients see it, without a slash at the end. */
export function projectUrl(
  { projectDomain, gatewayUrl, host, gatewayPort, tls }: Config,
  ref: string,
): string {
  return projectDomain === null
    ? `${gatewayUrl ?? addressOf(host, gatewayPort)}/${ref}`
    : `https://${ref}.${projectDomain}${tlsPort(tls)}`;
}

/** Where there is no TLS of ours, a proxy stands in front. */
const tlsPort = (tls: Config['tls']) => (tls === null || tls.port === 443 ? '' : `:${tls.port}`);
