import { quoteLiteral } from '@basalt/sql';

interface Named {
  id: string;
  name: string | null;
}

/** What a secret is called on the screen. */
export function nameOf({ id, name }: Named): string {
  return name ?? `the secret ${id}`;
}

/** The statement that reads a secret, by its name where it has one. */
export function readingSql({ id, name }: Named): string {
  const which = name === null ? `id = ${quoteLiteral(id)}` : `name = ${quoteLiteral(name)}`;
  return `select decrypted_secret from vault.decrypted_secrets where ${which};`;
}
