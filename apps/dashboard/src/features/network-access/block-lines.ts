import type { NetworkRestrictions } from '@basalt/contract';

type Lists = NetworkRestrictions['config'];

/** Everybody, in the words of the management API. */
export const EVERYBODY: Lists = { dbAllowedCidrs: ['0.0.0.0/0'], dbAllowedCidrsV6: ['::/0'] };

/** The blocks of both versions, a line each; null: everybody may try. */
export function toLines({ dbAllowedCidrs, dbAllowedCidrsV6 }: Lists): string | null {
  if (dbAllowedCidrs.includes('0.0.0.0/0') && dbAllowedCidrsV6.includes('::/0')) return null;
  return [...dbAllowedCidrs, ...dbAllowedCidrsV6].join('\n');
}

/** What somebody wrote, with anything between the blocks. The server says what is no block. */
export function toLists(text: string): Lists {
  const blocks = text.split(/[\s,;]+/).filter((block) => block !== '');
  return {
    dbAllowedCidrs: blocks.filter((block) => !block.includes(':')),
    dbAllowedCidrsV6: blocks.filter((block) => block.includes(':')),
  };
}
