import { routes } from '../kernel/router-base.ts';
import { changeContent, deleteContent, undeleteContent } from './change-content.ts';
import { changeFolder, createFolder, deleteFolders, undeleteFolders } from './change-folders.ts';
import { listContent, readFolder, readFolders } from './list-content.ts';
import { listDeleted } from './list-deleted.ts';
import { readerOf } from './policy.ts';
import { presentItem } from './present.ts';
import { saveContent } from './save-content.ts';
import { countVisible, getItem } from './store.ts';
import { getV1Snippet, listV1Snippets } from './v1-snippets.ts';

const { content } = routes;

export const contentRoutes = {
  list: content.list.handler(async ({ context, input: { ref, ...question } }) =>
    listContent(context.db, await readerOf(context.db, context.actor, ref), question),
  ),
  count: content.count.handler(async ({ context, input: { ref, ...question } }) =>
    countVisible(context.db, await readerOf(context.db, context.actor, ref), question),
  ),
  item: content.item.handler(async ({ context, input: { ref, id } }) => {
    const reader = await readerOf(context.db, context.actor, ref);
    return presentItem(await getItem(context.db, reader, id), reader);
  }),
  save: content.save.handler(({ context, input: { params, body } }) =>
    saveContent(context, context.actor, params.ref, body),
  ),
  change: content.change.handler(({ context, input: { ref, id, ...changes } }) =>
    changeContent(context, context.actor, { ref, id }, changes),
  ),
  delete: content.delete.handler(({ context, input: { params, query } }) =>
    deleteContent(context, context.actor, params.ref, query.ids),
  ),
  deleted: content.deleted.handler(async ({ context, input: { ref, ...question } }) =>
    listDeleted(context.db, await readerOf(context.db, context.actor, ref), question),
  ),
  bringBack: content.bringBack.handler(({ context, input: { ref, ids } }) =>
    undeleteContent(context, context.actor, ref, ids),
  ),
  folders: content.folders.handler(async ({ context, input: { ref, ...question } }) =>
    readFolders(context.db, await readerOf(context.db, context.actor, ref), question),
  ),
  folder: content.folder.handler(async ({ context, input: { ref, id, ...question } }) =>
    readFolder(context.db, await readerOf(context.db, context.actor, ref), id, question),
  ),
  createFolder: content.createFolder.handler(({ context, input: { ref, ...folder } }) =>
    createFolder(context, context.actor, ref, folder),
  ),
  changeFolder: content.changeFolder.handler(({ context, input: { ref, id, ...folder } }) =>
    changeFolder(context, context.actor, { ref, id }, folder),
  ),
  deleteFolders: content.deleteFolders.handler(({ context, input: { params, query } }) =>
    deleteFolders(context, context.actor, params.ref, query.ids),
  ),
  bringBackFolders: content.bringBackFolders.handler(({ context, input: { ref, ids } }) =>
    undeleteFolders(context, context.actor, ref, ids),
  ),
  v1List: content.v1List.handler(({ context, input }) => listV1Snippets(context.db, context.actor, input)),
  v1Item: content.v1Item.handler(({ context, input }) => getV1Snippet(context.db, context.actor, input.id)),
};
