import { api } from '../../../api/client.ts';

/** The ids of all snippets in a folder, page by page. */
export async function folderSnippets(projectRef: string, id: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof api.content.folder>> = await api.content.folder({
      ref: projectRef,
      id,
      ...(cursor === null ? {} : { cursor }),
    });
    found.push(...page.data.contents.map((item) => item.id));
    cursor = page.cursor;
  } while (cursor !== null);
  return found;
}
