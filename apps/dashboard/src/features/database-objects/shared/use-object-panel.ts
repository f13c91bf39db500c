import { useState } from 'react';
import { confirmLeaving } from '../../../lib/unsaved-changes.ts';
import type { Dropping } from '../changes/drop-dialog.tsx';
import { useObjectSearch } from './object-search.ts';

/** A form of a new object may name what it belongs to, such as a table, as the open one. */
const NOTHING_OPEN = { open: undefined, act: undefined, bucket: undefined };

/** Which panel of a page is open, and the ways between them. */
export function useObjectPanel() {
  const [search, change] = useObjectSearch();
  const [dropping, setDropping] = useState<Dropping | null>(null);
  const { open, act } = search;
  return {
    /** The id of the open object. */
    open,
    isNew: act === 'new',
    isEditing: act === 'edit',
    dropping,
    create: () => change({ act: 'new', open: undefined }),
    edit: () => change({ act: 'edit' }),
    drop: setDropping,
    keep: () => setDropping(null),
    /** Back from a form to the details or to the list, if what was typed may be lost. */
    leaveForm: () =>
      void confirmLeaving().then(
        (leaves) => leaves && change(act === 'new' ? NOTHING_OPEN : { act: undefined }),
      ),
    /** A change is done: back to the details. */
    endForm: () => change({ act: undefined }),
    close: () => change(NOTHING_OPEN),
    /** The object is gone. */
    endDrop: () => {
      setDropping(null);
      change(NOTHING_OPEN);
    },
  };
}
