import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { withHosts } from './command-line.ts';
import type { Basalt } from './start-basalt.ts';

/** The port that clients take for `https://` without one. */
const USUAL_PORT = 443;

/**
 * Leads what comes to this machine's usual port for HTTPS to another one, until the function that it resolves to is called.
 * Null: this process may not have that port, or another program has it.
 */
async function leadUsualHttps(port: number, address: string): Promise<(() => void) | null> {
  const server = createServer((from) => {
    const to = connect(port, '127.0.0.1');
    from.pipe(to).pipe(from);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      one.on('error', () => {}).once('close', () => other.destroy());
  });
  server.listen(USUAL_PORT, address);
  return once(server, 'listening').then(
    () => () => void server.close(),
    () => null,
  );
}

/**
 * What the command line needs to reach a project by HTTPS; `stop` is null where this machine does not give it.
 * @param host of the project
 * @param address of this machine, one for each test that runs beside others. Names below `localhost` are the first one's.
 */
export async function usualHttps({ environment, home }: Basalt, host: string, address = '127.0.0.1') {
  if (process.getuid?.() !== 0) return { stop: null };
  const stop = await leadUsualHttps(Number(environment.BASALT_TLS_PORT), address);
  if (stop === null) return { stop };
  const { program } = await withHosts(`127.0.0.1 localhost\n${address} ${host}`);
  return { stop, program, authority: path.join(home, 'gateway.pem') };
}
