/** A name as completion writes it: quoted only where Postgres would otherwise read another name. */
export function plainOrQuoted(name: string): string {
  return /^[a-z_][a-z0-9_$]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
