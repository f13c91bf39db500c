import type { ComponentProps, ReactNode } from 'react';
import { DropDialog, type Dropping } from '../changes/drop-dialog.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { ObjectActions } from './object-actions.tsx';
import type { useObjectPanel } from './use-object-panel.ts';

interface ObjectPanelProps<Item extends { id: number; name: string }> {
  panel: ReturnType<typeof useObjectPanel>;
  /** Such as "function". */
  noun: string;
  /** The object that the address names, as it is asked for. */
  asked: NonNullable<ComponentProps<typeof DetailsPanel<Item>>['asked']>;
  titleOf: (item: Item) => string;
  /** Why it cannot be changed; null when it can. */
  reasonOf: (item: Item) => string | null;
  /** The form that changes it; without one, or where it is null, it cannot be edited. */
  form?: (item: Item) => ReactNode;
  /** What is said and done when it is dropped. */
  drop: (item: Item) => Omit<Dropping, 'noun' | 'name'>;
  /** Worth knowing before anything else. */
  notice?: (item: Item) => ReactNode;
  /** What else can be done with it. */
  tools?: (item: Item) => ReactNode;
  /** The details. */
  children: (item: Item) => ReactNode;
}

/** Everything about the open object, or the form that changes it; and the question before it is dropped. */
export function ObjectPanel<Item extends { id: number; name: string }>(props: ObjectPanelProps<Item>) {
  const { panel, noun, asked, titleOf, reasonOf, form, drop, notice, tools, children } = props;
  return (
    <>
      <DetailsPanel<Item>
        noun={noun}
        asked={panel.open === undefined ? null : asked}
        titleOf={titleOf}
        onClose={panel.close}
      >
        {(found) => {
          const reason = reasonOf(found);
          const editing = form?.(found) ?? null;
          if (panel.isEditing && reason === null && editing !== null) return editing;
          return (
            <>
              {notice?.(found)}
              <ObjectActions
                reason={reason}
                noun={noun}
                {...(editing === null ? {} : { onEdit: panel.edit })}
                onDrop={() => panel.drop({ noun, name: found.name, ...drop(found) })}
              >
                {tools?.(found)}
              </ObjectActions>
              {children(found)}
            </>
          );
        }}
      </DetailsPanel>
      <DropDialog dropping={panel.dropping} onClose={panel.keep} onDone={panel.endDrop} />
    </>
  );
}
