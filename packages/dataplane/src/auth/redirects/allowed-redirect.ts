import type { AuthSettings } from '@basalt/project';
import type { FastifyRequest } from 'fastify';
import type { AuthContext } from '../auth-context.ts';
import { queryText } from '../wire/read-query.ts';
import { allowList, fitsPattern } from './allow-list.ts';
import { parseTarget, type RedirectTarget } from './parse-target.ts';

type RedirectSettings = Pick<AuthSettings, 'site_url' | 'uri_allow_list'>;

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Where a user is sent in the end: `redirectTo` when it is on the site or on the allow list, else the site's own address.
 * Never an address that the settings do not cover.
 */
export function allowedRedirect(redirectTo: string | null, settings: RedirectSettings): string {
  const target = redirectTo === null ? null : parseTarget(redirectTo);
  if (target && isAllowed(target, settings)) return target.href;
  return settings.site_url;
}

/** Whether the settings cover an address, or a page's origin. */
export function isAllowedRedirect(address: string, settings: RedirectSettings): boolean {
  const target = parseTarget(address);
  return target !== null && isAllowed(target, settings);
}

function isAllowed(target: RedirectTarget, settings: RedirectSettings): boolean {
  const site = parseTarget(settings.site_url);
  if (site && isSameSite(target, site)) return true;
  return allowList(settings.uri_allow_list).some((pattern) => fitsPattern(target, pattern));
}

/** Scheme, host and port are the site's. On this machine the port may differ: people run several servers there. */
function isSameSite(target: RedirectTarget, site: RedirectTarget): boolean {
  if (target.scheme !== site.scheme || target.hostname !== site.hostname) return false;
  return target.port === site.port || LOOPBACK.includes(site.hostname);
}

/** The address that a request names in `redirect_to`, if it may, else the site's. */
export function requestedRedirect(context: AuthContext, request: FastifyRequest): string {
  return allowedRedirect(queryText(request, 'redirect_to'), context.settings);
}
