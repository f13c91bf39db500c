/** Base URL of a port of ours, with IPv6 addresses in brackets and no port where it is the usual one. */
export function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}${port === 80 ? '' : `:${port}`}`;
}
