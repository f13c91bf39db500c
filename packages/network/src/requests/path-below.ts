/** The part of an address that follows another one's, with a slash at its beginning; null: it is not below that. */
export function pathBelow(base: string, address: string): string | null {
  const { origin, pathname } = new URL(base);
  const asked = new URL(address);
  const folder = pathname.replace(/\/$/, '');
  return asked.origin === origin && asked.pathname.startsWith(`${folder}/`)
    ? `${asked.pathname.slice(folder.length)}${asked.search}`
    : null;
}
