import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The processes of a supervisor that was killed end by themselves; so long they may still hold a port. */
const PATIENCE_MS = 1_500;
const RETRY_MS = 50;

/** Why a port of ours could not be opened, as a sentence that names the variable to change. */
export function explainListenError(error: unknown, port: number, variable: string): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop it, or set ${variable} to another port.`;
    case 'EACCES':
      return `Port ${port} may not be opened by this user. Set ${variable} to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'BASALT_HOST is not an address of this machine. Set it to one, 127.0.0.1 for example.';
    default:
      return `Port ${port} could not be opened: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/**
 * Opens and closes a port, so that a start that must fail does so before anything is started.
 * @returns null when it can be opened, else the sentence of {@link explainListenError}
 */
export async function whyNotListen(host: string, port: number, variable: string): Promise<string | null> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const error = await tryListen(host, port);
    if (error === null) return null;
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || performance.now() > deadline)
      return explainListenError(error, port, variable);
    await sleep(RETRY_MS);
  }
}

async function tryListen(host: string, port: number): Promise<unknown> {
  const server = createServer();
  try {
    await once(server.listen({ host, port, exclusive: true }), 'listening');
    return null;
  } catch (error) {
    return error;
  } finally {
    server.close();
  }
}
