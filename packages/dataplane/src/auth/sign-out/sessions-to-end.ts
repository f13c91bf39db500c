/**
 * Which sessions a sign-out ends: all, only the caller's, or all others. Null: none, because the caller has none.
 * Undefined: there is no such scope.
 */
export function sessionsToEnd(
  scope: string,
  own: string | null,
): 'all' | { only: string } | { except: string } | null | undefined {
  switch (scope) {
    case 'global':
      return 'all';
    case 'local':
      return own === null ? null : { only: own };
    case 'others':
      return own === null ? 'all' : { except: own };
    default:
      return undefined;
  }
}
