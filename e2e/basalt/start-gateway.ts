import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { findFreePorts } from './free-ports.ts';
import { HERE, type Machine } from './machines.ts';
import { type Basalt, launch, makeHome, type Started, waitUntilReady, withTimeout } from './start-basalt.ts';

const STOP_TIMEOUT = 45_000;

/** A gateway with a data folder of its own, as on another machine: it knows the secret key and the address of the door. */
export interface DistantGateway {
  origin: string;
  home: string;
  started: Started;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<number>;
  dispose(): Promise<void>;
}

/**
 * @param environment besides what every such gateway has: its port for example, which is a free one otherwise
 * @param machine where it runs; the door must be open for it
 */
export async function startGateway(
  basalt: Basalt,
  environment: Record<string, string> = {},
  machine: Machine = HERE,
): Promise<DistantGateway> {
  const home = await makeHome();
  await copyFile(path.join(basalt.home, 'secret.key'), path.join(home, 'secret.key'));
  const complete = {
    BASALT_HOME: home,
    BASALT_HOST: machine.address,
    BASALT_GATEWAY_PORT: String((await findFreePorts()).gateway),
    BASALT_PLATFORM_DOOR: `${machine.home}:${basalt.environment.BASALT_DOOR_PORT}`,
    BASALT_DRAIN_SECONDS: '1',
    ...environment,
  };
  const started = launch(complete, ['--only', 'gateway'], machine.before);
  const origin = `http://${machine.address}:${complete.BASALT_GATEWAY_PORT}`;
  const end = async (signal: NodeJS.Signals) => {
    started.process.kill(signal);
    return await withTimeout(started.ended, STOP_TIMEOUT, 'The gateway did not stop');
  };
  await waitUntilReady(started, [`${origin}/health`]);
  return {
    origin,
    home,
    started,
    end,
    async dispose() {
      if (started.process.exitCode === null && started.process.signalCode === null) await end('SIGTERM');
      await rm(home, { recursive: true, force: true });
    },
  };
}
