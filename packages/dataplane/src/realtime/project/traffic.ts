import type { RealtimeCount } from '@basalt/project';

/** Counts are handed on so often; a kill loses at most these. */
const EVERY_MS = 10_000;

export type NoteCount = (count: Omit<RealtimeCount, 'gateway'>) => void;

/** Counts a project's sockets and messages. */
export class Traffic {
  received = 0;
  sent = 0;
  readonly #note: NoteCount;
  #sockets = 0;
  #most = 0;
  #notedAt: number;

  constructor(note: NoteCount, now: number = Date.now()) {
    this.#note = note;
    this.#notedAt = now;
  }

  opened(): void {
    this.#sockets += 1;
    this.#most = Math.max(this.#most, this.#sockets);
  }

  closed(): void {
    this.#sockets -= 1;
  }

  /** Hands on what was counted, when it is time to. */
  tick(now: number): void {
    if (now - this.#notedAt >= EVERY_MS) this.note(now);
  }

  /** Hands on what was counted, if there was anything. */
  note(now: number): void {
    this.#notedAt = now;
    const { received, sent } = this;
    if (this.#most + received + sent > 0) this.#note({ time: now, sockets: this.#most, received, sent });
    this.received = 0;
    this.sent = 0;
    this.#most = this.#sockets;
  }
}
