import type { Socket } from 'node:net';

/** What stands in place of an address on connections that came by the door: no client can have it. */
export const DOOR_ADDRESS = 'door';

/** A gateway of another machine says whom it speaks for, and is believed. */
export function markAsDoor(socket: Socket): void {
  Object.defineProperty(socket, 'remoteAddress', { value: DOOR_ADDRESS });
}

export function cameByDoor(socket: Pick<Socket, 'remoteAddress'>): boolean {
  return socket.remoteAddress === DOOR_ADDRESS;
}
