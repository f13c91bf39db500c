export const POOLER_EVENTS = ['connected', 'disconnected', 'refused', 'left_out'] as const;

/** One entry of the log of a project's pooler: what became of a client that asked for its database. */
export interface PoolerLogEntry {
  /** Milliseconds since 1970. */
  time: number;
  /** `left_out`: there was too much to tell all of it; the message says how much. Nothing below is known then. */
  event: (typeof POOLER_EVENTS)[number];
  /** A sentence. Of a refusal by the database its words, which whoever works in it may choose. */
  message: string;
  mode: 'session' | 'transaction' | null;
  role: string | null;
  database: string | null;
  /** Where the client came from. */
  address: string | null;
  /** SQLSTATE of why it was refused, or had to leave. */
  code: string | null;
  /** Of one that left: how long it had been there, and the bytes that it sent and got. */
  milliseconds: number | null;
  received: number | null;
  sent: number | null;
}
