import { LIMITS } from '../limits.ts';

/**
 * The border between former broadcasts, which are read for somebody who joins, and those that come meanwhile: these follow, and one
 * that stands on both sides is heard once. The stream of the database may lag, so it is known later too what was replayed.
 */
export class Replay {
  readonly #replayed = new Set<string>();
  #held: { frame: Buffer; id: string | null }[] | null = null;
  #heldBytes = 0;

  /** From here on broadcasts wait. */
  begin(): void {
    this.#held = [];
  }

  /** Whether a broadcast goes to the client now. */
  mayPass(frame: Buffer, id: string | null): boolean {
    if (id !== null && this.#replayed.has(id)) return false;
    // Those for which there is no room come before what is replayed.
    if (this.#held === null || this.#heldBytes + frame.length > LIMITS.bufferedBytes) return true;
    this.#heldBytes += frame.length;
    this.#held.push({ frame, id });
    return false;
  }

  /** @param ids of what was replayed @returns what waited and is to follow now */
  end(ids: readonly (string | null)[]): Buffer[] {
    for (const id of ids) if (id !== null) this.#replayed.add(id);
    const held = this.#held ?? [];
    this.#held = null;
    return held.filter(({ id }) => id === null || !this.#replayed.has(id)).map(({ frame }) => frame);
  }
}
