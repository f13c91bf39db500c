import { Kind, parse } from 'graphql';

/**
 * The name of the operation to run: the one in which the cursor stands, else the first. Null when the document has only one, and
 * when it cannot be read, of which the API says more.
 */
export function chosenOperation(document: string, cursor: number): string | null {
  try {
    const operations = parse(document).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
    if (operations.length < 2) return null;
    const at = operations.find(({ loc }) => loc !== undefined && loc.start <= cursor && cursor <= loc.end);
    const chosen = at ?? operations[0];
    return chosen?.kind === Kind.OPERATION_DEFINITION ? (chosen.name?.value ?? null) : null;
  } catch {
    return null;
  }
}
