import type { ContentFolder } from '@basalt/contract';
import { IconFolder, IconFolderOpen } from '@tabler/icons-react';
import { InlineName } from '../../../ui/fields/inline-name.tsx';
import { RowMenu } from '../../../ui/menus/row-menu.tsx';
import { ask } from '../actions/asked-dialog.ts';
import { useNavigationContext } from './navigation-context.ts';
import { useSnippetDrop } from './snippet-drag.ts';
import { SnippetPages } from './snippet-pages.tsx';
import classes from './snippet-row.module.css';
import { useSectionOpen } from './snippet-section.tsx';
import type { FolderEditing } from './use-folder-edit.ts';
import { useFolder } from './use-snippet-lists.ts';

interface FolderRowProps {
  folder: ContentFolder;
  editing: FolderEditing;
}

/** A folder. Its snippets are loaded when it is opened. */
export function FolderRow({ folder, editing }: FolderRowProps) {
  const { projectRef, actions } = useNavigationContext();
  const drop = useSnippetDrop(folder.id, (snippet) => void actions.move(snippet, folder));
  const [isOpen, toggle] = useSectionOpen(projectRef, `folder:${folder.id}`, false);
  const edit = editing.edit?.id === folder.id ? editing.edit : null;
  if (edit?.status === 'editing')
    return (
      <FolderName name={edit.name} label={`New name of ${folder.name}`} id={folder.id} editing={editing} />
    );
  const Icon = isOpen ? IconFolderOpen : IconFolder;
  return (
    <li {...drop}>
      <div className={classes.row}>
        <button
          type="button"
          className={`${classes.link} ${classes.folder}`}
          aria-expanded={isOpen}
          aria-busy={edit !== null}
          onClick={toggle}
        >
          <Icon size={14} stroke={1.6} aria-hidden="true" />
          <span className={classes.name}>
            <bdi>{edit?.name ?? folder.name}</bdi>
          </span>
          <span className={classes.count}>{folder.count}</span>
        </button>
        <RowMenu
          label={`Menu of folder ${folder.name}`}
          entries={() => [
            { label: 'Rename', onChoose: () => editing.rename(folder) },
            {
              label: 'Delete…',
              tone: 'danger',
              onChoose: () => ask({ kind: 'delete-folder', folder }),
            },
          ]}
        />
      </div>
      {isOpen && <FolderContents folder={folder} />}
    </li>
  );
}

function FolderContents({ folder }: { folder: ContentFolder }) {
  const { projectRef, sort } = useNavigationContext();
  const pages = useFolder(projectRef, folder.id, sort);
  const snippets = pages.data?.pages.flatMap(({ data }) => data.contents) ?? [];
  return (
    <SnippetPages
      label={`Snippets in ${folder.name}`}
      pages={pages}
      snippets={snippets}
      empty="Nothing in this folder."
      depth={1}
    />
  );
}

/** The name of a folder while it is edited or saved. */
export function FolderName(props: { id: string; name: string; label: string; editing: FolderEditing }) {
  const { id, name, label, editing } = props;
  const isSaving = editing.edit?.status === 'saving';
  return (
    <li className={classes.row} aria-busy={isSaving}>
      <IconFolder size={14} stroke={1.6} aria-hidden="true" />
      {isSaving ? (
        <span className={classes.name}>{name}</span>
      ) : (
        <InlineName
          label={label}
          name={id === 'new-folder' ? '' : name}
          onCancel={editing.cancel}
          onSave={(next) => editing.submit(id, next)}
        />
      )}
    </li>
  );
}
