import '../../theme/dialog.ts';
import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import { useState } from 'react';
import { LeaveDialog } from '../../ui/unsaved/leave-dialog.tsx';
import { DesignerBody } from './designer-body.tsx';
import classes from './table-designer.module.css';

/** What the panel is opened for. */
export type DesignerTask =
  | { kind: 'create'; schema?: string | undefined }
  | { kind: 'change'; id: number }
  | { kind: 'duplicate'; id: number };

export interface SavedTable {
  id: number;
  schema: string;
  name: string;
}

interface TableDesignerProps {
  projectRef: string;
  /** Null: the panel is closed. */
  task: DesignerTask | null;
  onClose: () => void;
  /** Called after the table was made or changed, in the place of `onClose`. */
  onSaved: (table: SavedTable) => void;
  /** Called after the table was dropped, in the place of `onClose`. */
  onDropped: () => void;
}

const TITLES = { create: 'New table', change: 'Change table', duplicate: 'Duplicate table' } as const;

/** The panel in which a table is made, changed, copied and dropped. Asks before changes are lost. */
export function TableDesigner({ projectRef, task, onClose, ...events }: TableDesignerProps) {
  const [isDirty, setDirty] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const close = () => {
    setDirty(false);
    setAsked(false);
    onClose();
  };
  return (
    <>
      <Drawer.Root
        opened={task !== null}
        onClose={() => (isDirty ? setAsked(true) : close())}
        position="right"
        size={760}
      >
        <Drawer.Overlay />
        <Drawer.Content className={classes.drawer ?? ''}>
          {/* The kit's own bar would be a second banner of the page. */}
          <div className={classes.bar}>
            <Drawer.Title>{task === null ? '' : TITLES[task.kind]}</Drawer.Title>
            <Drawer.CloseButton aria-label="Close" />
          </div>
          <Drawer.Body>
            {task !== null && (
              <DesignerBody
                key={JSON.stringify(task)}
                projectRef={projectRef}
                task={task}
                onDirty={setDirty}
                onCancel={() => (isDirty ? setAsked(true) : close())}
                {...events}
              />
            )}
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      {isAsked && (
        <LeaveDialog
          text="What you have changed about this table is not saved."
          onAnswer={(leaves) => (leaves ? close() : setAsked(false))}
        />
      )}
    </>
  );
}
