import path from 'node:path';
import { type Home, HomeError } from '../home.ts';

/** The system takes no longer ones. */
const LONGEST_PATH = 103;

/**
 * Where the gateway of this machine hears what gateways of other machines pass on to it.
 * @throws HomeError when the data folder's path is too long for a socket
 */
export function gatewaySocket(home: Home): string {
  const file = path.join(home.path, 'gateway.sock');
  if (Buffer.byteLength(file) > LONGEST_PATH)
    throw new HomeError(
      `The path ${home.path} is too long for a door (BASALT_DOOR_PORT). Set BASALT_HOME to a shorter one, of at most ${LONGEST_PATH - 13} characters.`,
    );
  return file;
}
