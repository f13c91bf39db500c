import '../../theme/dialog.ts';
import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { confirmLeaving } from '../../lib/unsaved-changes.ts';
import { useLast } from '../../lib/use-last.ts';
import classes from './side-panel.module.css';

interface SidePanelProps {
  opened: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A panel at the right with one object, or the form of one. */
export function SidePanel({ opened, title, onClose, children }: SidePanelProps) {
  // What is shown stays while the panel slides away.
  const shown = useLast(opened ? { title, children } : null);
  return (
    <Drawer.Root
      opened={opened}
      onClose={() => void confirmLeaving().then((leaves) => leaves && onClose())}
      position="right"
      size={600}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        {/* The kit's header element would be taken for the banner of the page. */}
        <div className={classes.header}>
          <Drawer.Title>{shown?.title ?? title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        <Drawer.Body>
          <div className={classes.content}>{shown?.children}</div>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
