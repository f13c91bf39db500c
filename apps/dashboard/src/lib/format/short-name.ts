const LONGEST = 60;

/** A name in at most 60 characters, for titles and sentences that have no room for one that goes on and on. */
export function shortName(name: string): string {
  const characters = [...name];
  return characters.length <= LONGEST ? name : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
