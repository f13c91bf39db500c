import { Scanner } from './scanner.ts';

/** A list of column names, as `columns=` and `on_conflict=` hold it: `a,"b c"`. */
export function parseNames(text: string, what: 'columns' | 'on_conflict'): string[] {
  const scanner = new Scanner(text, `failed to parse ${what} parameter`);
  const names: string[] = [];
  do {
    scanner.countItem();
    scanner.skipSpace();
    names.push(scanner.name());
    scanner.skipSpace();
  } while (scanner.eat(','));
  scanner.expectEnd();
  return names;
}
