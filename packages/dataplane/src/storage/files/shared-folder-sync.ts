import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Makes the names in a folder last. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export interface FolderSync {
  /** Makes the names last that are in a folder now. Who comes while it is being synced shares the next time with all who come. */
  sync(folder: string): Promise<void>;
}

interface Turn {
  present: Promise<void>;
  next: Promise<void> | null;
}

/** @param begins called whenever a folder is about to be synced */
export function shareFolderSync(begins: (folder: string) => void = () => {}): FolderSync {
  const turns = new Map<string, Turn>();

  function start(folder: string, turn: Turn): Promise<void> {
    begins(folder);
    const present = syncFolder(folder);
    turn.present = present;
    turn.next = null;
    const done = () => {
      if (turn.next === null) turns.delete(folder);
    };
    present.then(done, done);
    return present;
  }

  return {
    sync(folder) {
      const turn = turns.get(folder);
      if (turn === undefined) {
        const first: Turn = { present: Promise.resolve(), next: null };
        turns.set(folder, first);
        return start(folder, first);
      }
      // The one at work may have begun before the name was there.
      turn.next ??= turn.present.catch(() => {}).then(() => start(folder, turn));
      return turn.next;
    },
  };
}
