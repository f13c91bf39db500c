/** A file that somebody chose or dropped. */
export interface ChosenFile {
  file: File;
  /** With the folders that it was in. */
  path: string;
}

/** The files of an input for files or for a folder, whose names then have their folders. */
export function filesOfInput(files: FileList, folder: string): ChosenFile[] {
  return [...files].map((file) => ({ file, path: `${folder}${file.webkitRelativePath || file.name}` }));
}

/**
 * All files that were dropped, those in folders with the way to them. Must be called while the event is handled: afterwards the
 * browser shows nothing any more.
 */
export async function filesOfDrop(data: DataTransfer, folder: string): Promise<ChosenFile[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const loose = [...data.files];
  if (entries.every((entry) => entry === null))
    return loose.map((file) => ({ file, path: `${folder}${file.name}` }));
  const found: ChosenFile[] = [];
  for (const entry of entries) if (entry !== null) await collect(entry, folder, found);
  return found;
}

async function collect(entry: FileSystemEntry, folder: string, found: ChosenFile[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed));
    found.push({ file, path: `${folder}${file.name}` });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A reader gives some at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return;
    for (const each of some) await collect(each, `${folder}${entry.name}/`, found);
  }
}
