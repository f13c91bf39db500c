import { type Config, ConfigError } from '../config.ts';
import { explainListenError } from '../listen-error.ts';
import { type OpenPort, openPort } from './pooler-door.ts';

const MODES = ['session', 'transaction'] as const;
const VARIABLES = { session: 'BASALT_POOLER_PORT', transaction: 'BASALT_POOLER_TRANSACTION_PORT' } as const;

export interface PoolerPorts {
  ports: readonly OpenPort[];
  /** What the other processes are told: that a usual port is not ours is found out by the supervisor. */
  environment: Record<string, string>;
}

export const NO_POOLER: PoolerPorts = { ports: [], environment: {} };

/**
 * Opens the ports of the pooler. The usual ones belong to PostgreSQL itself on many machines: where somebody has them, and nobody
 * chose others, there is no pooler.
 * @throws {ConfigError} a port that was chosen cannot be opened
 */
export async function openPoolerPorts(config: Config): Promise<PoolerPorts> {
  const ports: OpenPort[] = [];
  for (const mode of MODES) {
    const wanted = config.pooler[mode];
    if (wanted === null) continue;
    try {
      ports.push(await openPort(mode, config.host, wanted.port));
    } catch (error) {
      if (wanted.isDefault) continue;
      for (const { server } of ports) server.close();
      throw new ConfigError(explainListenError(error, wanted.port, VARIABLES[mode]));
    }
  }
  return { ports, environment: portsOf(ports) };
}

function portsOf(ports: readonly OpenPort[]): Record<string, string> {
  return Object.fromEntries(
    MODES.map((mode) => {
      const address = ports.find((port) => port.mode === mode)?.server.address();
      return [
        VARIABLES[mode],
        typeof address === 'object' && address !== null ? String(address.port) : 'off',
      ];
    }),
  );
}
