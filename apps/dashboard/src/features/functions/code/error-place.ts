/** A line of one of the files. */
export interface ErrorPlace {
  path: string;
  /** Counted from 1. */
  line: number;
}

const PLACE = /(?:^|[\s(])(?:file:\/\/\/?)?([^\s(]\S*?):(\d+):\d+/gm;

/** The first place in a message about code that lies in one of the files; null when it names none. */
export function errorPlace(message: string, paths: readonly string[]): ErrorPlace | null {
  for (const [, written = '', line] of message.matchAll(PLACE)) {
    const path = paths.find((each) => each === decoded(written));
    if (path !== undefined) return { path, line: Number(line) };
  }
  return null;
}

/** Deno writes paths as parts of URLs. */
function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
