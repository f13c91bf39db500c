const OPERATOR_CHARACTERS = '+-*/<>=~!@#%^&|`?';
// An operator that holds one of these may end in + or -; others may not, so that `a=-1` is two operators.
const ALLOWS_SIGN_AT_END = /[~!@#%^&|`?]/;
// Longer names are an error for the server. Without a bound, a run of a million signs would be read a million times.
const LONGEST_OPERATOR = 64;

export function isOperatorCharacter(char: string): boolean {
  return OPERATOR_CHARACTERS.includes(char);
}

/** The end of the operator at `start`, by PostgreSQL's rules: comments cut it, trailing signs may not belong to it. */
export function scanOperator(sql: string, start: number): number {
  let end = start + 1;
  while (end < sql.length && end - start < LONGEST_OPERATOR && isOperatorCharacter(sql.charAt(end))) {
    if (sql.startsWith('--', end) || sql.startsWith('/*', end)) break;
    end += 1;
  }
  if (ALLOWS_SIGN_AT_END.test(sql.slice(start, end - 1))) return end;
  while (end - start > 1 && (sql[end - 1] === '+' || sql[end - 1] === '-')) end -= 1;
  return end;
}
