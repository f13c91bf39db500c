import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** The port that clients take for `https://` without one. */
const USUAL_PORT = 443;

/**
 * Leads what comes to this machine's usual port for HTTPS to another one, until the function that it resolves to is called.
 * Null: this process may not have that port, or another program has it.
 */
export async function leadUsualHttps(port: number): Promise<(() => void) | null> {
  const server = createServer((from) => {
    const to = connect(port, '127.0.0.1');
    from.pipe(to).pipe(from);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      one.on('error', () => {}).once('close', () => other.destroy());
  });
  server.listen(USUAL_PORT, '127.0.0.1');
  return once(server, 'listening').then(
    () => () => void server.close(),
    () => null,
  );
}
