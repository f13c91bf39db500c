import { DoorAgent } from '../door/door-agent.ts';
import { passLines } from '../door/pass-lines.ts';
import type { ReachedDoor } from '../door/reach-door.ts';
import type { MachineParts, MachineServices } from './machine-services.ts';
import { addressBehind, trustedProxies } from './proxies.ts';

/** On another machine than the one that keeps the projects: that one answers for files and functions, and keeps the logs. */
export function openDistantMachine({ config, log }: MachineParts, door: ReachedDoor): MachineServices {
  const agent = new DoorAgent(door);
  const trust = trustedProxies(config);
  const { requestLog, realtimeCounts } = passLines(agent, (error) =>
    log.warn({ err: error }, 'the logs could not be told what was asked here'),
  );
  return {
    services: [],
    elsewhere: {
      services: ['storage', 'functions'],
      agent,
      ipOf: (message) => addressBehind(message, trust),
    },
    requestLog,
    realtimeCounts,
    serveWith: () => {},
    async writeRest() {
      await realtimeCounts.close();
      agent.destroy();
    },
  };
}
