import { Button } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import header from '../document/document-header.module.css';
import { NEW_FOLDER } from './folder-edit.ts';
import { FolderName, FolderRow } from './folder-row.tsx';
import { useNavigationContext } from './navigation-context.ts';
import { useSnippetDrop } from './snippet-drag.ts';
import { SnippetPages } from './snippet-pages.tsx';
import classes from './snippet-section.module.css';
import { SnippetSection } from './snippet-section.tsx';
import { useFolderEdit } from './use-folder-edit.ts';
import { useFolders } from './use-snippet-lists.ts';

const WHY_NOT = 'You need additional permissions to keep snippets and folders in this project.';

/** The person's own snippets: folders first, then snippets without a folder. */
export function PrivateSection({ count }: { count: number | undefined }) {
  const { projectRef, mayCreate, sort, actions } = useNavigationContext();
  const editing = useFolderEdit(projectRef);
  const drop = useSnippetDrop(null, (snippet) => void actions.move(snippet, null));
  const pages = useFolders(projectRef, sort);
  const folders = uniqueById(pages.data?.pages.flatMap(({ data }) => data.folders) ?? []);
  const snippets = pages.data?.pages.flatMap(({ data }) => data.contents) ?? [];
  const isMaking = editing.edit?.id === NEW_FOLDER;
  const isEmpty = pages.isSuccess && folders.length === 0 && snippets.length === 0 && !isMaking;
  return (
    <SnippetSection
      projectRef={projectRef}
      title="Private"
      count={count}
      drop={drop}
      actions={
        <button
          type="button"
          className={header.icon}
          aria-label="New folder"
          title={mayCreate ? 'New folder' : WHY_NOT}
          aria-disabled={!mayCreate}
          onClick={() => mayCreate && editing.create()}
        >
          <IconFolderPlus size={15} stroke={1.6} aria-hidden="true" />
        </button>
      }
    >
      {() => (
        <>
          {(folders.length > 0 || isMaking) && (
            <ul aria-label="Folders">
              {isMaking && editing.edit !== null && (
                <FolderName
                  id={NEW_FOLDER}
                  name={editing.edit.name}
                  label="Name of the new folder"
                  editing={editing}
                />
              )}
              {folders.map((folder) => (
                <FolderRow key={folder.id} folder={folder} editing={editing} />
              ))}
            </ul>
          )}
          <SnippetPages label="Private snippets" pages={pages} snippets={snippets} empty="" />
          {!mayCreate && <p className={classes.empty}>{WHY_NOT}</p>}
          {mayCreate && isEmpty && (
            <div className={classes.aside}>
              <p>What you write in the editor is saved here by itself.</p>
              <Button size="xs" onClick={() => void actions.open('new')}>
                New query
              </Button>
            </div>
          )}
        </>
      )}
    </SnippetSection>
  );
}

/** Merges the folders of all pages, since each page of the list repeats them. */
function uniqueById<T extends { id: string }>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [one.id, one])).values()];
}
