import { Button } from '@mantine/core';
import { IconLayoutGridAdd } from '@tabler/icons-react';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';

/** A report without cards. `onAdd` is null for those who cannot change it. */
export function NoCards({ onAdd }: { onAdd: (() => void) | null }) {
  return (
    <EmptyState
      icon={<IconLayoutGridAdd size={24} stroke={1.5} />}
      title="No cards yet"
      text={
        onAdd === null
          ? 'Its owner has not put anything on this report so far.'
          : 'A card shows what one query answers, as a table or a chart. Take a snippet, or write a new query.'
      }
      action={
        onAdd !== null && (
          <Button variant="filled" onClick={onAdd}>
            Add the first card
          </Button>
        )
      }
    />
  );
}
