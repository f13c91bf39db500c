import { isIP } from 'node:net';

/** Where a request is to go: an address, or a name that has to be looked up. */
export interface Host {
  kind: 'address' | 'name';
  /** An address as `isIP` knows it, or a name in lower case, in ASCII, without a dot at its end. */
  text: string;
}

/** What else a URL may hold beside a host, and percent signs, which the parser of URLs would decode. */
const NOT_A_HOST = /[\s\p{C}@/\\?#%]/u;
const WITHOUT_PORT = /^(\[[^\]]*\]|[^:[\]]+)$/;
const LABELS = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

/**
 * Reads a host in any notation as a browser would: decimal, octal, hexadecimal and short forms of IPv4 become an address,
 * full-width digits and other writings become ASCII.
 * @throws Error when it is no host
 */
export function readHost(text: string): Host {
  const wanted = text.trim();
  const host = isIP(wanted) === 6 ? `[${wanted}]` : wanted;
  const url = NOT_A_HOST.test(host) || !WITHOUT_PORT.test(host) ? null : URL.parse(`http://${host}`);
  if (url === null) throw new Error('This is not a host.');
  return hostOfUrl(url);
}

/** The host of a parsed URL. @throws Error when it has none that can be looked up */
export function hostOfUrl({ hostname }: URL): Host {
  const text = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(text) !== 0) return { kind: 'address', text };
  if (!LABELS.test(text)) throw new Error('This is not the name of a host.');
  return { kind: 'name', text };
}
