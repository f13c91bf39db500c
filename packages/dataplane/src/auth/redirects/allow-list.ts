import { fitsGlob } from './glob.ts';
import type { RedirectTarget } from './parse-target.ts';

/** The patterns of `uri_allow_list`. */
export function allowList(setting: string): string[] {
  return setting
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');
}

/**
 * Whether an address fits a pattern. Scheme, host and the rest are compared one by one, so that no star in one of them
 * reaches into the next: `https://*.example.com/**` never fits `https://elsewhere.com/.example.com/`.
 */
export function fitsPattern(target: RedirectTarget, pattern: string): boolean {
  const parts = /^([a-z][a-z0-9+.-]*:)\/\/([^/]*)(.*)$/is.exec(pattern);
  if (!parts) return false;
  const [, scheme = '', host = '', rest = ''] = parts;
  if (scheme.toLowerCase() !== target.scheme) return false;
  const { authority, path } = whereHostEnds(host.toLowerCase(), rest);
  if (!fitsGlob(target.authority, authority)) return false;
  return fitsGlob(target.rest, path) || ((path === '' || path === '/') && target.rest.length <= 1);
}

/** `https://example.com**` means all addresses of that host, not all hosts that begin with it. */
function whereHostEnds(host: string, rest: string): { authority: string; path: string } {
  if (rest !== '' || !host.endsWith('**')) return { authority: host, path: rest };
  const before = host.slice(0, -2);
  return { authority: /[a-z0-9\]]$/i.test(before) ? before : host, path: '**' };
}
