export const MESSAGE_KINDS = ['broadcast', 'presence', 'change', 'system'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Something that a channel heard. */
export interface HeardMessage {
  /** Counts from 1 in each channel. */
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  kind: MessageKind;
  /** The event of a broadcast; INSERT, UPDATE or DELETE; sync, join or leave; the status of a system message. */
  event: string;
  payload: unknown;
}

/** More would be slow to look through; the oldest go. */
export const KEPT_MESSAGES = 5_000;

/** The log with what was heard since, the newest last. */
export function withMessages(
  log: readonly HeardMessage[],
  heard: readonly HeardMessage[],
): readonly HeardMessage[] {
  return heard.length === 0 ? log : [...log, ...heard].slice(-KEPT_MESSAGES);
}

export interface MessageFilter {
  /** Kinds that are left out. */
  hidden: readonly MessageKind[];
  search: string;
}

/** What is to be shown of a log, the newest first. */
export function shownMessages(
  log: readonly HeardMessage[],
  { hidden, search }: MessageFilter,
): readonly HeardMessage[] {
  const wanted = search.trim().toLowerCase();
  return log
    .filter(({ kind }) => !hidden.includes(kind))
    .filter((message) => wanted === '' || textOf(message).toLowerCase().includes(wanted))
    .reverse();
}

/** All of a message as a text to look through. */
function textOf({ event, payload }: Pick<HeardMessage, 'event' | 'payload'>): string {
  return `${event} ${JSON.stringify(payload) ?? ''}`;
}

/** A message in one line for people: of a change the table and its row, before what else is told of it. */
export function lineOf(message: Pick<HeardMessage, 'kind' | 'event' | 'payload'>): string {
  if (message.kind !== 'change') return textOf(message);
  const { schema, table, new: after = {}, old: before = {} } = message.payload as Record<string, object>;
  const row = Object.keys(after).length > 0 ? after : before;
  return `${message.event} ${schema}.${table} ${JSON.stringify(row)}`;
}

/** A log as a file. */
export function logFile(log: readonly HeardMessage[]): string {
  return JSON.stringify(
    log.map(({ at, kind, event, payload }) => ({ at: new Date(at).toISOString(), kind, event, payload })),
    null,
    2,
  );
}

/** What somebody sends: a JSON object. @returns it, or why it is none */
export function readPayload(text: string): { payload: Record<string, unknown> } | { problem: string } {
  try {
    const payload: unknown = JSON.parse(text);
    if (typeof payload === 'object' && payload !== null && !Array.isArray(payload))
      return { payload: payload as Record<string, unknown> };
  } catch (error) {
    return { problem: `This is not JSON: ${(error as Error).message}.` };
  }
  return { problem: 'A message is a JSON object: { "name": "value" }.' };
}
