import type { CallProject } from '@basalt/platform';
import { addressOf } from '../addresses.ts';
import type { Config } from '../config.ts';
import { internalKey } from './internal-key.ts';

/** How the platform calls the API of a project: over the gateway, as any client would, with a key of its own. */
export function projectCaller({ host, gatewayPort }: Config, secretKey: Buffer): CallProject {
  return (ref, path, { method = 'GET', headers = {}, body, signal } = {}) =>
    fetch(`${addressOf(host, gatewayPort)}/${ref}${path}`, {
      method,
      headers: { ...headers, apikey: internalKey(secretKey, ref) },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
}
