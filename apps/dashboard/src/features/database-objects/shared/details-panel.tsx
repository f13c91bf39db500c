import type { ReactNode } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { SidePanel } from '../../../ui/pages/side-panel.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';

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
          title={`There is no such ${noun}`}
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
