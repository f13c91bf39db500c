import type { Refusal } from './protocol/messages.ts';

/** Where the database of a project takes clients, with a password. */
export interface DatabaseDoor {
  host: string;
  port: number;
  /** It refuses connections that are not encrypted. */
  requireTls: boolean;
}

/** What clients are told while the server behind it does not take connections. */
export const NOT_REACHED: Refusal = {
  code: '57P03',
  message: 'The database of this project does not take connections at the moment.',
  hint: 'Try again in a few seconds.',
};
