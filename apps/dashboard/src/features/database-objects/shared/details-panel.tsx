import '../../../theme/dialog.ts';
import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { confirmLeaving } from '../../../lib/unsaved-changes.ts';
import { useLast } from '../../../lib/use-last.ts';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import classes from './details-panel.module.css';

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

interface AskedObject<Item> {
  data: Item | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface DetailsPanelProps<Item> {
  noun: string;
  /** The object that the address names, as it is asked for; null: none is open. */
  asked: AskedObject<Item> | null;
  titleOf: (item: Item) => string;
  onClose: () => void;
  children: (item: Item) => ReactNode;
}

/** The details of the object that the address names. */
export function DetailsPanel<Item>({ noun, asked, titleOf, onClose, children }: DetailsPanelProps<Item>) {
  const item = asked?.data;
  const isGone = asked !== null && item === undefined && asked.error !== null && isMissing(asked.error);
  return (
    <SidePanel
      opened={asked !== null}
      title={item === undefined ? `${noun.charAt(0).toUpperCase()}${noun.slice(1)}` : titleOf(item)}
      onClose={onClose}
    >
      {isGone && (
        <EmptyState
          title={`This ${noun} is not there`}
          text="It was dropped, or the link is of another database."
        />
      )}
      {asked !== null && !isGone && item === undefined && asked.error !== null && (
        <ErrorState
          error={asked.error}
          title={`The ${noun} could not be loaded`}
          onRetry={() => void asked.refetch()}
        />
      )}
      {asked !== null && item === undefined && asked.error === null && (
        <div role="status" aria-label={`Loading the ${noun}`}>
          <Skeleton height={240} radius={10} />
        </div>
      )}
      {item !== undefined && children(item)}
    </SidePanel>
  );
}

/** Whether an error says that there is no such object, or that its id cannot be one. */
function isMissing(error: unknown): boolean {
  const { status } = toApiError(error);
  return status === 404 || status === 400;
}
