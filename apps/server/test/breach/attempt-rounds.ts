import type { Attempt } from './attempt.ts';
import type { Round } from './rounds.ts';
import type { Result, Yard } from './yard.ts';

/**
 * Makes the attempts of a round together. Those that fail are made again one by one, each in a project of its own: one that brings
 * the server down must not be taken for a failure of the others.
 */
export async function tryRound(yard: Yard, { attempts, operation, major }: Round): Promise<Result[]> {
  const one = (attempt: Attempt) => yard.try([attempt], operation, major);
  if (attempts.length === 1) return yard.try(attempts, operation, major);
  const together = await yard.try(attempts, operation, major).catch(() => null);
  const results: Result[] = [];
  for (const attempt of attempts) {
    const result = together?.find((each) => each.attempt === attempt);
    if (result === undefined || result.verdict === 'broken') results.push(...(await one(attempt)));
    else results.push(result);
  }
  return results;
}
