/** Who holds an upload, for as long as they do. One process serves all uploads, so that its memory is the place for it. */
export interface UploadLocks {
  isHeld(version: string): boolean;
  /** Null while somebody else holds it. `breakOff` is called when a client comes back for the same upload. */
  take(version: string, breakOff: () => void): { release(): void } | null;
  /** Breaks off whoever holds it, and waits until they have let go. */
  takeOver(version: string, breakOff: () => void): Promise<{ release(): void }>;
}

export function createUploadLocks(): UploadLocks {
  const held = new Map<string, { breakOff: () => void; released: Promise<void> }>();

  function take(version: string, breakOff: () => void) {
    if (held.has(version)) return null;
    let done = () => {};
    const released = new Promise<void>((resolve) => {
      done = resolve;
    });
    held.set(version, { breakOff, released });
    return {
      release() {
        held.delete(version);
        done();
      },
    };
  }

  return {
    isHeld: (version) => held.has(version),
    take,
    async takeOver(version, breakOff) {
      for (;;) {
        const lock = take(version, breakOff);
        if (lock !== null) return lock;
        const other = held.get(version);
        other?.breakOff();
        await other?.released;
      }
    },
  };
}
