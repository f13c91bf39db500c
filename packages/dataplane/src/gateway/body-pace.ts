import type { IncomingMessage } from 'node:http';

/** How fast a body must come. A client that holds back what it announced keeps a place that others need. */
export interface Pace {
  /** So long nothing at all may come. */
  silenceMs: number;
  /** In each stretch of this length as many bytes must come as `bytesPerSecond` says. What it holds is not carried over. */
  windowMs: number;
  bytesPerSecond: number;
  /** How often is looked. */
  tickMs: number;
}

/** Written here for bodies of all kinds. An upload over the slowest line that people use is ten times as fast. */
export const PACE: Pace = { silenceMs: 15_000, windowMs: 15_000, bytesPerSecond: 1_000, tickMs: 1_000 };

/** Headers come in one piece, before anybody is known: who sends none for so long is let go. */
export const MAX_HEADERS_MS = 15_000;

/** Judges a body tick by tick: gets the bytes of the last one, gives true as soon as it is too slow. */
export function createPaceJudge({
  silenceMs,
  windowMs,
  bytesPerSecond,
  tickMs,
}: Pace): (bytes: number) => boolean {
  let silent = 0;
  let window = 0;
  let came = 0;
  return (bytes) => {
    silent = bytes > 0 ? 0 : silent + tickMs;
    window += tickMs;
    came += bytes;
    if (silent >= silenceMs) return true;
    if (window < windowMs) return false;
    const isSlow = came * 1_000 < bytesPerSecond * window;
    window = 0;
    came = 0;
    return isSlow;
  };
}

/**
 * Watches a body until it is there, or its connection gone. Only the client's own time counts: while the message is paused it
 * may not send.
 * @param pace may also say how many bytes may come from now on
 * @param over called at most once: it comes too slowly, or more comes
 * @returns ends the watch
 */
export function watchPace(
  message: IncomingMessage,
  { maxBytes = Number.POSITIVE_INFINITY, ...pace }: Pace & { maxBytes?: number },
  over: () => void,
): () => void {
  const { socket } = message;
  const isTooSlow = createPaceJudge(pace);
  // The connection's own count: it also knows of bytes that nobody reads any more.
  let before = socket.bytesRead;
  const until = before + maxBytes;
  const end = () => clearInterval(timer);
  const timer = setInterval(() => {
    if (message.complete || socket.destroyed) return end();
    const now = socket.bytesRead;
    const bytes = now - before;
    before = now;
    if (now <= until && (message.isPaused() || !isTooSlow(bytes))) return;
    end();
    over();
  }, pace.tickMs);
  message.on('end', end);
  message.on('close', end);
  return end;
}
