import type { ContentFolder, ContentSummary } from '@basalt/contract';
import type { Database } from '../kernel/open-database.ts';
import type { Caller } from './caller.ts';
import { getFolder, listFolders } from './folder-store.ts';
import { type ListQuestion, listContent } from './list-content.ts';
import { presentFolder } from './present.ts';

interface FolderPage {
  data: { folders: ContentFolder[]; contents: ContentSummary[] };
  cursor: string | null;
}

/** The caller's folders and, a page at a time, the private items in none of them; a search looks into folders too. */
export async function readFolders(
  db: Database,
  caller: Caller,
  question: Omit<ListQuestion, 'visibility' | 'favorite' | 'folder_id'>,
): Promise<FolderPage> {
  const folder_id = question.name === undefined ? null : undefined;
  const [folders, { data, cursor }] = await Promise.all([
    listFolders(db, caller, question.name),
    listContent(db, caller, { ...question, visibility: 'user', folder_id }),
  ]);
  return { data: { folders: folders.map(presentFolder), contents: data }, cursor };
}

/** What is in a folder of the caller: no folders, there is one level. @throws PlatformError `not_found` */
export async function readFolder(
  db: Database,
  caller: Caller,
  id: string,
  question: Omit<ListQuestion, 'visibility' | 'favorite' | 'folder_id'>,
): Promise<FolderPage> {
  await getFolder(db, caller, id);
  const { data, cursor } = await listContent(db, caller, { ...question, folder_id: id });
  return { data: { folders: [], contents: data }, cursor };
}
