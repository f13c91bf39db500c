/** A folder is written with a slash at its end; the bucket itself is the empty text. */

/** The last part of a path, of a folder without its slash. */
export function nameOf(path: string): string {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path;
  return bare.slice(bare.lastIndexOf('/') + 1);
}

/** The folder in which something lies. */
export function folderOf(path: string): string {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path;
  return bare.slice(0, bare.lastIndexOf('/') + 1);
}

/** The folders on the way to a folder, the bucket first and the folder last. */
export function wayTo(folder: string): string[] {
  const way = [''];
  for (let slash = folder.indexOf('/'); slash !== -1; slash = folder.indexOf('/', slash + 1))
    way.push(folder.slice(0, slash + 1));
  return way;
}

/** A folder as it stands in an address, where somebody may have written it by hand. */
export function readFolder(text: string | undefined): string {
  const parts = (text ?? '').split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.map((part) => `${part}/`).join('');
}

const KEY = /^[\w!\-.*'() &$@=;:+,?]+$/;

/** What is wrong with the name of a file or folder; null when it can be used. */
export function nameProblem(name: string): string | null {
  if (name.trim() === '') return 'Enter a name.';
  if (name === '.' || name === '..' || name.includes('/')) return 'A name has no slash and is not . or ..';
  return KEY.test(name)
    ? null
    : "Use letters without accents, digits, spaces and the characters !-.*'()_&$@=;:+,? only.";
}

/** A name beside one that is taken: `photo (2).jpg`. */
export function besideName(path: string, count: number): string {
  const folder = folderOf(path);
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  const end = dot > 0 ? dot : name.length;
  return `${folder}${name.slice(0, end)} (${count})${name.slice(end)}`;
}
