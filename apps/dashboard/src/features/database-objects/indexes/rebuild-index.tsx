import { api } from '../../../api/client.ts';
import { showToast } from '../../../lib/toast.ts';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { SqlFailure } from '../changes/sql-failure.tsx';
import { useChange } from '../changes/use-change.ts';
import { useObjectSearch } from '../shared/object-search.ts';
import type { IndexObject } from '../shared/objects.ts';

interface RebuildIndexProps {
  projectRef: string;
  index: IndexObject;
  /** Why it cannot be changed; null when it can. */
  reason: string | null;
}

/** Builds an index that is not valid again, while others write. */
export function RebuildIndex({ projectRef: ref, index, reason }: RebuildIndexProps) {
  const [, show] = useObjectSearch();
  const { run, isBusy, error } = useChange();

  async function rebuild() {
    let id = index.id;
    const isDone = await run(async (query) => {
      const answer = await api.schemaChanges.updateIndex({
        params: { ref, id: String(index.id) },
        query,
        body: { rebuild: true },
      });
      if ('id' in answer) ({ id } = answer);
    });
    if (!isDone) return;
    // Another index is in its place.
    show({ open: String(id) });
    void showToast('done', `Built ${index.name} again`);
  }

  return (
    <>
      <GuardedButton reason={reason} loading={isBusy} onClick={() => void rebuild()}>
        Build again
      </GuardedButton>
      {error !== null && <SqlFailure error={error} title="The index could not be built" />}
    </>
  );
}
