import { type Config, ConfigError } from '../config.ts';
import { explainListenError } from '../listen-error.ts';
import { type OpenPort, openPort } from './pooler-door.ts';

const VARIABLES = { session: 'BASALT_POOLER_PORT', transaction: 'BASALT_POOLER_TRANSACTION_PORT' } as const;

/**
 * Opens the ports of the pooler. The usual ones belong to PostgreSQL itself on many machines: where somebody has them, and nobody
 * chose others, there is no pooler.
 * @throws {ConfigError} a port that was chosen cannot be opened
 */
export async function openPoolerPorts(config: Config): Promise<OpenPort[]> {
  const opened: OpenPort[] = [];
  for (const mode of ['session', 'transaction'] as const) {
    const wanted = config.pooler[mode];
    if (wanted === null) continue;
    try {
      opened.push(await openPort(mode, config.host, wanted.port));
    } catch (error) {
      if (wanted.isDefault) continue;
      for (const { server } of opened) server.close();
      throw new ConfigError(explainListenError(error, wanted.port, VARIABLES[mode]));
    }
  }
  return opened;
}

/** What the other processes are told of the ports: that a usual one is not ours is found out here. */
export function poolerEnvironment(ports: readonly OpenPort[]): Record<string, string> {
  return Object.fromEntries(
    (['session', 'transaction'] as const).map((mode) => {
      const address = ports.find((port) => port.mode === mode)?.server.address();
      return [
        VARIABLES[mode],
        typeof address === 'object' && address !== null ? String(address.port) : 'off',
      ];
    }),
  );
}
