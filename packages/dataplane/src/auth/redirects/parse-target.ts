/** An address that somebody may be sent to, taken apart. */
export interface RedirectTarget {
  /** As browsers write it. */
  href: string;
  /** With colon: `https:`. */
  scheme: string;
  hostname: string;
  port: string;
  /** Host and port. */
  authority: string;
  /** Path and query, beginning with `/` if there is any. */
  rest: string;
}

const LONGEST = 2048;
// Schemes that run or show what the address itself holds.
const NEVER: readonly string[] = [
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'about:',
  'view-source:',
];

/** Null for what is no absolute address or what browsers and servers might read differently. */
export function parseTarget(text: string): RedirectTarget | null {
  if (text.length > LONGEST || /[\s\p{C}\\]/u.test(text) || !/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    return null;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username || url.password || NEVER.includes(url.protocol)) return null;
  // `https://.example.com` is no host, whatever a star in front of a dot would say.
  if (/^\.|\.\./.test(url.hostname)) return null;
  return {
    href: url.href,
    scheme: url.protocol,
    hostname: url.hostname,
    port: url.port,
    authority: url.host,
    rest: `${url.pathname}${url.search}`,
  };
}
