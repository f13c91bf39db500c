/** Clients put it before the name of every channel. */
export const TOPIC_PREFIX = 'realtime:';

/** Private and public channels of one name are two. */
export function roomName(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`;
}
