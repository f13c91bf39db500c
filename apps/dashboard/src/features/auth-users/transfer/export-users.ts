import { api } from '../../../api/client.ts';
import { saveFile } from '../../../lib/save-file.ts';

/**
 * Gives all users as a file with an object on each line, as an import takes it. Returns how many there are.
 * @param withHashes their passwords work where it is imported
 */
export async function exportUsers(
  ref: string,
  { withHashes, signal }: { withHashes: boolean; signal: AbortSignal },
): Promise<number> {
  const read = withHashes ? api.userImports.exportHashes : api.userImports.export;
  const lines: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await read({ ref, ...(after ? { after } : {}) }, { signal });
    lines.push(...page.users.map((user) => `${JSON.stringify(user)}\n`));
    after = page.next;
  }
  saveFile('users.jsonl', 'application/x-ndjson', lines.join(''));
  return lines.length;
}
