import { isIPv4, isIPv6 } from 'node:net';
import { ALL_ADDRESSES } from '@basalt/contract';
import { PlatformError } from '../kernel/platform-error.ts';

type Version = 'v4' | 'v6';

/** Lists as the management API has them. */
export interface BlockLists {
  dbAllowedCidrs?: readonly string[] | undefined;
  dbAllowedCidrsV6?: readonly string[] | undefined;
}

/**
 * A block of addresses as it is kept: `203.0.113.0/24`. An address alone is a block of its own.
 * @throws PlatformError `bad_request`
 */
export function readBlock(text: string, version: Version): string {
  const match = /^([0-9a-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i.exec(text.trim());
  const most = version === 'v4' ? 32 : 128;
  const address = match?.[1]?.toLowerCase() ?? '';
  const bits = Number(match?.[2] ?? most);
  const isAddress = version === 'v4' ? isIPv4(address) : isIPv6(address) && !address.includes('.');
  if (!isAddress || bits > most)
    throw new PlatformError(
      'bad_request',
      `"${text.slice(0, 60)}" is no block of IP${version} addresses: write it like ${version === 'v4' ? '203.0.113.0/24' : '2001:db8::/32'}.`,
    );
  const network = networkOf(address, bits, version);
  if (network !== null)
    throw new PlatformError(
      'bad_request',
      `"${text.slice(0, 60)}" is an address within a block: write ${network}/${bits} for the block, or the address with /${most} for it alone.`,
    );
  return `${address}/${bits}`;
}

/** All blocks of both lists; null: everybody. @throws PlatformError `bad_request` */
export function toBlocks({ dbAllowedCidrs = [], dbAllowedCidrsV6 = [] }: BlockLists): string[] | null {
  const blocks = new Set([
    ...dbAllowedCidrs.map((each) => readBlock(each, 'v4')),
    ...dbAllowedCidrsV6.map((each) => readBlock(each, 'v6')),
  ]);
  if (blocks.has(ALL_ADDRESSES.v4) && blocks.has(ALL_ADDRESSES.v6)) return null;
  return [...blocks];
}

/** The lists of blocks that are kept. */
export function toLists(blocks: readonly string[] | null): Required<{ [K in keyof BlockLists]: string[] }> {
  if (blocks === null) return { dbAllowedCidrs: [ALL_ADDRESSES.v4], dbAllowedCidrsV6: [ALL_ADDRESSES.v6] };
  return {
    dbAllowedCidrs: blocks.filter((block) => !block.includes(':')),
    dbAllowedCidrsV6: blocks.filter((block) => block.includes(':')),
  };
}

/** Both lists as one. */
export function withVersions({
  dbAllowedCidrs = [],
  dbAllowedCidrsV6 = [],
}: BlockLists): { address: string; type: Version }[] {
  return [
    ...dbAllowedCidrs.map((address) => ({ address, type: 'v4' as const })),
    ...dbAllowedCidrsV6.map((address) => ({ address, type: 'v6' as const })),
  ];
}

/** The first address of the block that an address is in, where it is not that one itself. */
function networkOf(address: string, bits: number, version: Version): string | null {
  const words = wordsOf(address, version);
  const width = version === 'v4' ? 8 : 16;
  const masked = words.map((word, index) => {
    const kept = Math.min(width, Math.max(0, bits - index * width));
    return word & ~((1 << (width - kept)) - 1) & ((1 << width) - 1);
  });
  if (masked.every((word, index) => word === words[index])) return null;
  return version === 'v4' ? masked.join('.') : shortened(masked);
}

function wordsOf(address: string, version: Version): number[] {
  if (version === 'v4') return address.split('.').map(Number);
  const [head = '', tail] = address.split('::');
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16));
  const [before, after] = [read(head), tail === undefined ? [] : read(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** As a URL writes it: the shortest form. */
function shortened(words: readonly number[]): string {
  return new URL(`http://[${words.map((word) => word.toString(16)).join(':')}]`).hostname.slice(1, -1);
}
