const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;

/**
 * Refuses anything that is not names separated by slashes; no name begins with a dot, so no key leads out of the store.
 * @throws {TypeError}
 */
export function checkKey(key: string): void {
  if (!key.split('/').every((name) => NAME.test(name))) throw refusal(key);
}

/** The same for the beginning of a key; empty means everything. */
export function checkPrefix(prefix: string): void {
  const names = prefix.split('/');
  const last = names.pop();
  if (!names.every((name) => NAME.test(name)) || (last !== '' && !NAME.test(last ?? '')))
    throw refusal(prefix);
}

function refusal(key: string): TypeError {
  return new TypeError(
    `"${key.slice(0, 100)}" cannot name a stored object: use names of letters, digits, ".", "_" and "-", separated by slashes.`,
  );
}
