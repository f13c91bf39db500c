const PREFIX = 'file-';

/** The scratch cluster in which a backup is restored to be written out. */
export function scratchOf(fileId: string): string {
  return `${PREFIX}${fileId.replaceAll('-', '')}`;
}

export function isScratchOfFile(scratch: string): boolean {
  return scratch.startsWith(PREFIX);
}
