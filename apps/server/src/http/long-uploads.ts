import type { Socket } from 'node:net';

const allowed = new WeakSet<Socket>();

/** Whether a request on this connection may take longer to arrive than others. */
export function mayArriveSlowly(socket: Socket): boolean {
  return allowed.has(socket);
}

/** Lets the request on this connection take as long as it likes, until what is returned is called. */
export function allowLongUpload(socket: Socket): () => void {
  allowed.add(socket);
  return () => allowed.delete(socket);
}
