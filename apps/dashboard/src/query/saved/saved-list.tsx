import type { ContentSummary, ContentType } from '@basalt/contract';
import { useState } from 'react';
import { SearchField } from '../../ui/fields/search-field.tsx';
import classes from '../../ui/lists/side-list.module.css';
import { RowMenu } from '../../ui/menus/row-menu.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { useSavedActions, useSavedList } from './use-saved.ts';

interface SavedListProps {
  projectRef: string;
  type: ContentType;
  openId: string | undefined;
  /** Said while nothing is saved. */
  empty: string;
  onOpen: (id: string) => void;
  onRemoved?: (id: string) => void;
}

/** Queries that were saved in the project: one's own, and those that others share. */
export function SavedList({ projectRef, type, openId, empty, onOpen, onRemoved }: SavedListProps) {
  const { data, error, refetch } = useSavedList(projectRef, type);
  const actions = useSavedActions(projectRef);
  const [search, setSearch] = useState('');
  const [renamed, setRenamed] = useState<ContentSummary | null>(null);
  const all = data?.data ?? [];
  const found = all.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));

  async function remove(item: ContentSummary) {
    await actions.remove(item);
    onRemoved?.(item.id);
  }

  return (
    <div className={classes.part}>
      {all.length > 0 && (
        <div className={classes.tools}>
          <SearchField label="Search saved queries" value={search} onChange={setSearch} />
        </div>
      )}
      {error !== null && (
        <div className={classes.quiet}>
          <ErrorState
            error={error}
            title="Saved queries could not be loaded"
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {data === undefined && error === null && (
        <div className={classes.quiet} role="status" aria-label="Loading saved queries">
          <Skeleton height={18} lines={4} />
        </div>
      )}
      {data !== undefined && all.length === 0 && <p className={classes.quiet}>{empty}</p>}
      {all.length > 0 && found.length === 0 && <p className={classes.quiet}>No query has that name.</p>}
      <ul className={classes.list} aria-label="Saved queries">
        {found.map((item) => (
          <li key={item.id} className={classes.row}>
            <button
              type="button"
              className={classes.item}
              aria-current={item.id === openId}
              title={item.name}
              onClick={() => onOpen(item.id)}
            >
              <span className={classes.name}>{item.name}</span>
              <span className={classes.facts}>
                {item.visibility === 'project' ? `Shared by ${item.owner.email}` : 'Only you see it'}
              </span>
            </button>
            {item.can_update && (
              <RowMenu
                label={`Actions for ${item.name}`}
                entries={() => [
                  { label: 'Rename', onChoose: () => setRenamed(item) },
                  item.visibility === 'user'
                    ? {
                        label: 'Share with the project',
                        text: 'Everybody who can open the project sees it',
                        onChoose: () => void actions.share(item.id, 'project'),
                      }
                    : { label: 'Stop sharing', onChoose: () => void actions.share(item.id, 'user') },
                  { label: 'Delete', tone: 'danger', onChoose: () => void remove(item) },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {renamed !== null && (
        <NameDialog
          title="Rename query"
          name={renamed.name}
          submitLabel="Rename"
          isRunning={actions.isSaving}
          onClose={() => setRenamed(null)}
          onSubmit={(name) =>
            void actions.rename(renamed.id, name).then((done) => done !== undefined && setRenamed(null))
          }
        />
      )}
    </div>
  );
}
