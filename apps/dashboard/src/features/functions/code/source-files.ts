/** A file of a function while it is edited. */
export interface SourceFile {
  /** The same when the file is renamed. */
  id: number;
  /** From the folder that everything is deployed from, with `/`. */
  path: string;
  /** Bytes where the file is no text: those are kept as they are. */
  content: string | Uint8Array<ArrayBuffer>;
}

/** The files of a function and which of them is open. */
export interface Sources {
  files: readonly SourceFile[];
  /** The file that is loaded when the function starts. It can neither be renamed nor deleted. */
  entrypoint: string;
  openId: number;
}

export type SourceChange =
  | { type: 'open'; id: number }
  | { type: 'add'; path: string; content: string }
  /** Files from the machine: those with the same path make room. */
  | { type: 'upload'; files: readonly Omit<SourceFile, 'id'>[] }
  | { type: 'write'; id: number; text: string }
  | { type: 'rename'; id: number; path: string }
  | { type: 'remove'; id: number };

const MAX_PATH = 512;
/** Control characters and what other systems take for a slash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const NOT_IN_PATHS = /[\u0000-\u001f\u007f\\]/;

/** Files as they come from a template or from the server. */
export function openSources(files: readonly Omit<SourceFile, 'id'>[], entrypoint: string): Sources {
  const withIds = files.map((file, id) => ({ ...file, id }));
  return { files: withIds, entrypoint, openId: withIds.find(({ path }) => path === entrypoint)?.id ?? 0 };
}

/** What a change makes of the files. One that is not possible, such as removing the entrypoint, changes nothing. */
export function changeSources(sources: Sources, change: SourceChange): Sources {
  const { files, entrypoint, openId } = sources;
  switch (change.type) {
    case 'open':
      return files.some(({ id }) => id === change.id) ? { ...sources, openId: change.id } : sources;
    case 'add': {
      if (pathProblem(change.path, files) !== null) return sources;
      const id = Math.max(-1, ...files.map((file) => file.id)) + 1;
      return {
        ...sources,
        files: [...files, { id, path: change.path, content: change.content }],
        openId: id,
      };
    }
    case 'upload':
      return change.files.reduce(putFile, sources);
    case 'write':
      return {
        ...sources,
        files: files.map((file) => (file.id === change.id ? { ...file, content: change.text } : file)),
      };
    case 'rename': {
      const file = files.find(({ id }) => id === change.id);
      const others = files.filter((other) => other !== file);
      if (file === undefined || file.path === entrypoint || pathProblem(change.path, others) !== null)
        return sources;
      return {
        ...sources,
        files: files.map((each) => (each === file ? { ...file, path: change.path } : each)),
      };
    }
    case 'remove': {
      const file = files.find(({ id }) => id === change.id);
      if (file === undefined || file.path === entrypoint) return sources;
      const rest = files.filter((other) => other !== file);
      const entry = rest.find(({ path }) => path === entrypoint) ?? rest[0];
      return { ...sources, files: rest, openId: openId === file.id ? (entry?.id ?? 0) : openId };
    }
  }
}

/** The file opens. One that it replaces goes with its history, so that undo never mixes the two. */
function putFile(sources: Sources, { path, content }: Omit<SourceFile, 'id'>): Sources {
  const { files } = sources;
  const others = files.filter((file) => file.path !== path);
  if (pathProblem(path, others) !== null) return sources;
  const id = Math.max(-1, ...files.map((file) => file.id)) + 1;
  const isNew = others.length === files.length;
  const next = isNew
    ? [...files, { id, path, content }]
    : files.map((file) => (file.path === path ? { id, path, content } : file));
  return { ...sources, files: next, openId: id };
}

/** Why no file can have this path beside the others, as a sentence; null when one can. The server has the same rules. */
export function pathProblem(path: string, others: readonly Pick<SourceFile, 'path'>[]): string | null {
  if (path.trim() === '') return 'Enter a name.';
  if (NOT_IN_PATHS.test(path) || path !== path.trim())
    return 'A name has no backslashes, line breaks or spaces at its ends.';
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..'))
    return 'A path leads to a file below the folder of the function, such as shared/time.ts.';
  if (path.length > MAX_PATH) return `A path has at most ${MAX_PATH} characters.`;
  for (const other of others) {
    if (other.path === path) return 'There is already a file with this name.';
    if (other.path.startsWith(`${path}/`)) return `${path} is a folder already.`;
    if (path.startsWith(`${other.path}/`)) return `${other.path} is a file, so nothing can be below it.`;
  }
  return null;
}

/** Whether both would be deployed as the same. */
export function areSameFiles(some: Sources, others: Sources): boolean {
  if (some.files.length !== others.files.length || some.entrypoint !== others.entrypoint) return false;
  const byPath = new Map(others.files.map(({ path, content }) => [path, content]));
  return some.files.every(({ path, content }) => byPath.has(path) && byPath.get(path) === content);
}

/** Where new files go: beside the entrypoint. Empty, or with a slash at its end. */
export function folderOfEntrypoint(entrypoint: string): string {
  return entrypoint.slice(0, entrypoint.lastIndexOf('/') + 1);
}

/** A path as it is shown beside the entrypoint: without the folder that both are in. */
export function shownPath(path: string, entrypoint: string): string {
  const folder = folderOfEntrypoint(entrypoint);
  return path.startsWith(folder) ? path.slice(folder.length) : path;
}
