import { BlockList, isIPv6, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { TLSSocket } from 'node:tls';
import type { Refusal } from '../protocol/messages.ts';

/** Who reaches a project's database over the network, besides knowing a password. */
export interface Admission {
  requireTls: boolean;
  /** Blocks of addresses that are let in besides this machine's own; null: all. */
  allowedBlocks: readonly string[] | null;
}

/** Why a client may not come in; null: it may. The database has the same rules for those who come to it directly. */
export function whyRefused(
  { requireTls, allowedBlocks }: Admission,
  socket: Socket,
  /** Of the connection below, where the client speaks TLS. */
  address: string | undefined,
): Refusal | null {
  if (requireTls && !(socket instanceof TLSSocket))
    return {
      code: '28000',
      message: 'SSL connection is required',
      hint: 'This project takes encrypted connections only: add sslmode=require.',
    };
  if (allowedBlocks === null || (address !== undefined && isAllowed(allowedBlocks, address))) return null;
  return {
    code: '28000',
    // The public command line knows these words, and does not try again.
    message: `Address not in tenant allow_list: ${address ?? 'unknown'}`,
    hint: 'Addresses are allowed in the database settings of the project.',
  };
}

function isAllowed(blocks: readonly string[], given: string): boolean {
  const address = given.startsWith('::ffff:') ? given.slice('::ffff:'.length) : given;
  if (Object.values(networkInterfaces()).some((each) => each?.some((own) => own.address === address)))
    return true;
  const list = new BlockList();
  for (const block of blocks) {
    const [network = '', bits = ''] = block.split('/');
    list.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4');
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
