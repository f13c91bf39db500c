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

/**
 * Whether a whole text fits a pattern: `*` any characters but `.` and `/`, `**` any characters, `?` one character that is
 * neither; everything else stands for itself. Takes time in proportion to pattern × text, whatever they are.
 */
export function fitsGlob(text: string, pattern: string): boolean {
  const parts = globParts(pattern);
  // Places in the pattern that can be reached after the characters so far.
  let reached = skipStars(parts, new Set([0]));
  for (const character of text) {
    const next = new Set<number>();
    for (const place of reached) {
      const part = parts[place];
      if (part === undefined) continue;
      if (part === '**' || (part === '*' && !isSeparator(character))) next.add(place);
      else if ((part === '?' && !isSeparator(character)) || part === character) next.add(place + 1);
    }
    reached = skipStars(parts, next);
    if (reached.size === 0) return false;
  }
  return reached.has(parts.length);
}

/** A star may stand for nothing. */
function skipStars(parts: readonly string[], places: Set<number>): Set<number> {
  // A set that grows while it is walked: places added here are visited too.
  for (const place of places) {
    if (parts[place]?.startsWith('*')) places.add(place + 1);
  }
  return places;
}

function globParts(pattern: string): string[] {
  return pattern.match(/\*\*+|[\s\S]/gu)?.map((part) => (part.startsWith('**') ? '**' : part)) ?? [];
}

function isSeparator(character: string): boolean {
  return character === '.' || character === '/';
}
