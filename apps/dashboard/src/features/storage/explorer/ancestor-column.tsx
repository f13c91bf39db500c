import { EntryList } from './entry-list.tsx';
import classes from './explorer.module.css';
import { NOTHING } from './selection.ts';
import { type FolderOrder, type FolderPlace, useFolder } from './use-folder.ts';

interface AncestorColumnProps {
  place: FolderPlace;
  label: string;
  order: FolderOrder;
  /** The folder that the next column shows. */
  openPath: string;
  onOpenFolder: (folder: string, byKeyboard: { active: string | null } | null) => void;
  onOpenFile: (path: string) => void;
}

/** A folder on the way to the one that is shown. */
export function AncestorColumn(props: AncestorColumnProps) {
  const { place, label, order, openPath, onOpenFolder, onOpenFile } = props;
  const { entries = [], isComplete, loadMore } = useFolder(place, order);
  return (
    <div className={classes.column}>
      {entries.length > 0 && (
        <EntryList
          label={label}
          entries={entries}
          isComplete={isComplete}
          onNearEnd={loadMore}
          look="ancestor"
          selection={NOTHING}
          onSelect={(event) => {
            // Whoever goes about here with the keyboard is in this folder.
            if (event.type === 'moved' && event.to !== openPath)
              onOpenFolder(place.folder, { active: event.to });
          }}
          openPath={openPath}
          onOpen={({ path, isFolder }) =>
            isFolder ? onOpenFolder(path, { active: null }) : onOpenFile(path)
          }
          onCommand={() => {}}
        />
      )}
    </div>
  );
}
