import type { CallProject } from '@basalt/platform';
import { addressOf } from '../addresses.ts';
import type { Config } from '../config.ts';
import { internalKey } from './internal-key.ts';

/** How the platform calls the API of a project: over the gateway, as any client would, with a key of its own or a given one. */
export function projectCaller({ host, gatewayPort }: Config, secretKey: Buffer): CallProject {
  return (
    ref,
    path,
    { method = 'GET', headers = {}, key = internalKey(secretKey, ref), body, signal } = {},
  ) =>
    fetch(`${addressOf(host, gatewayPort)}/${ref}${path}`, {
      method,
      headers: { ...headers, ...(key === null ? {} : { apikey: key }) },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
}
