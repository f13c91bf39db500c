/**
 * Whether a whole text fits a pattern: `*` any characters but `.` and `/`, `**` any characters, `?` one character that is
 * neither; everything else stands for itself. Takes time in proportion to pattern × text, whatever they are.
 */
export function fitsGlob(text: string, pattern: string): boolean {
  const parts = globParts(pattern);
  // Places in the pattern that can be reached after the characters so far.
  let reached = skipStars(parts, new Set([0]));
  for (const character of text) {
    const next = new Set<number>();
    for (const place of reached) {
      const part = parts[place];
      if (part === undefined) continue;
      if (part === '**' || (part === '*' && !isSeparator(character))) next.add(place);
      else if ((part === '?' && !isSeparator(character)) || part === character) next.add(place + 1);
    }
    reached = skipStars(parts, next);
    if (reached.size === 0) return false;
  }
  return reached.has(parts.length);
}

/** A star may stand for nothing. */
function skipStars(parts: readonly string[], places: Set<number>): Set<number> {
  // A set that grows while it is walked: places added here are visited too.
  for (const place of places) {
    if (parts[place]?.startsWith('*')) places.add(place + 1);
  }
  return places;
}

function globParts(pattern: string): string[] {
  return pattern.match(/\*\*+|[\s\S]/gu)?.map((part) => (part.startsWith('**') ? '**' : part)) ?? [];
}

function isSeparator(character: string): boolean {
  return character === '.' || character === '/';
}
