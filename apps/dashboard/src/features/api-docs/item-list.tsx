import { useState } from 'react';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './item-list.module.css';
import type { DocsItem } from './sections.ts';
import { findItems } from './sections.ts';
import type { Loaded } from './use-docs-items.ts';

interface ItemListProps {
  /** What they are, such as `tables and views`. */
  plural: string;
  items: Loaded<DocsItem[]>;
  current: string | null;
  onChoose: (id: string) => void;
}

const ITEM_HEIGHT = 28;

/** The project's own things of a section, to be searched. */
export function ItemList({ plural, items, current, onChoose }: ItemListProps) {
  const [search, setSearch] = useState('');
  const label = plural.charAt(0).toUpperCase() + plural.slice(1);
  const { data, error, retry } = items;
  const found = data === undefined ? [] : findItems(data, search);
  return (
    <div className={classes.list}>
      <h3 className={classes.title}>{label}</h3>
      {data !== undefined && data.length > 0 && (
        <SearchField label={`Find ${plural}`} value={search} onChange={setSearch} />
      )}
      {data === undefined && error !== null && (
        <ErrorState error={error} title={`The ${plural} could not be loaded`} onRetry={retry} />
      )}
      {data === undefined && error === null && (
        <div className={classes.loading} role="status" aria-label={`Loading ${plural}`}>
          <Skeleton height={20} lines={4} />
        </div>
      )}
      {data?.length === 0 && <p className={classes.empty}>This project has no {plural} yet.</p>}
      {data !== undefined && data.length > 0 && found.length === 0 && (
        <p className={classes.empty}>None is called that.</p>
      )}
      {found.length > 0 && (
        <div className={classes.frame}>
          <VirtualList
            key={search}
            label={label}
            count={found.length}
            itemHeight={ITEM_HEIGHT}
            shownIndex={found.findIndex(({ id }) => id === current)}
            renderItem={(index) => {
              const item = found[index];
              if (item === undefined) return null;
              return (
                <button
                  type="button"
                  className={classes.item}
                  aria-current={item.id === current || undefined}
                  title={item.label}
                  onClick={() => onChoose(item.id)}
                >
                  {item.label}
                </button>
              );
            }}
          />
        </div>
      )}
    </div>
  );
}
