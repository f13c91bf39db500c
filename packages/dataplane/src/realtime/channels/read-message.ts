import type { Broadcast } from '../broadcast/broadcast.ts';
import { LIMITS } from '../limits.ts';
import { object } from '../payload.ts';
import { RealtimeError } from '../realtime-error.ts';
import type { ClientMessage } from '../socket/frames.ts';

/** @throws {RealtimeError} it is none, or too large */
export function readBroadcast(
  message: ClientMessage,
  { topic, isPrivate, payloadBytes }: { topic: string; isPrivate: boolean; payloadBytes: number },
): Broadcast {
  const { broadcast } = message;
  const [event, body, isJson] =
    broadcast === null
      ? textBroadcast(message.payload)
      : ([broadcast.event, broadcast.body, broadcast.isJson] as const);
  if (body.length > payloadBytes)
    throw new RealtimeError('InvalidJoinPayload', `A broadcast has at most ${payloadBytes} bytes.`);
  return { topic, isPrivate, event, body, isJson, meta: null };
}

function textBroadcast(payload: unknown): readonly [event: string, body: Buffer, isJson: true] {
  const { event, payload: own } = object(payload, 'the payload');
  if (typeof event !== 'string' || Buffer.byteLength(event) > LIMITS.eventBytes)
    throw new RealtimeError(
      'InvalidJoinPayload',
      `event must be a text of at most ${LIMITS.eventBytes} bytes.`,
    );
  return [event, Buffer.from(JSON.stringify(own ?? {})), true];
}

/** What somebody tells of himself, as a JSON object; null: he is gone. @throws {RealtimeError} */
export function readPresence({ payload }: ClientMessage): string | null {
  const { event, payload: own } = object(payload, 'the payload');
  if (event === 'untrack') return null;
  if (event !== 'track') throw new RealtimeError('InvalidJoinPayload', 'event must be track or untrack.');
  const told = object(own ?? {}, 'what is tracked');
  if (Object.keys(told).length > LIMITS.presenceKeys)
    throw new RealtimeError('InvalidJoinPayload', `At most ${LIMITS.presenceKeys} keys can be tracked.`);
  const { phx_ref: _, phx_ref_prev: __, ...rest } = told;
  const json = JSON.stringify(rest);
  if (Buffer.byteLength(json) > LIMITS.presenceBytes)
    throw new RealtimeError('InvalidJoinPayload', `At most ${LIMITS.presenceBytes} bytes can be tracked.`);
  return json;
}
