import { IconLayoutSidebar, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { OpenTab } from './open-tabs.ts';
import classes from './tab-bar.module.css';
import { TableIcon } from './table-icon.tsx';

interface TabBarProps {
  projectRef: string;
  tabs: readonly OpenTab[];
  tableId: string | null;
  changed: ReadonlySet<string>;
  isListShown: boolean;
  onToggleList: () => void;
  onClose: (id: string) => void;
}

/** The tables that are open. A middle click closes one. */
export function TabBar(props: TabBarProps) {
  const { projectRef, tabs, tableId, changed, isListShown, onToggleList, onClose } = props;
  return (
    <div className={classes.bar}>
      <button
        type="button"
        className={classes.toggle}
        aria-label={isListShown ? 'Hide the list of tables' : 'Show the list of tables'}
        aria-expanded={isListShown}
        onClick={onToggleList}
      >
        <IconLayoutSidebar size={16} stroke={1.75} aria-hidden="true" />
      </button>
      <nav aria-label="Open tables" className={classes.tabs}>
        {tabs.map(({ id, schema, name, kind }) => (
          <span
            key={id}
            className={classes.tab}
            data-current={id === tableId || undefined}
            onAuxClick={(event) => {
              if (event.button !== 1) return;
              event.preventDefault();
              onClose(id);
            }}
          >
            <Link
              to="/project/$ref/editor/$id"
              params={{ ref: projectRef, id }}
              className={classes.link ?? ''}
              title={`${schema}.${name}`}
              preload={false}
              activeOptions={{ includeSearch: false }}
            >
              <TableIcon kind={kind} />
              <span className={classes.name}>{schema === 'public' ? name : `${schema}.${name}`}</span>
              {changed.has(id) && <span className={classes.dot} role="img" aria-label="Unsaved changes" />}
            </Link>
            <button
              type="button"
              className={classes.close}
              aria-label={`Close ${name}`}
              onClick={() => onClose(id)}
            >
              <IconX size={13} stroke={1.75} aria-hidden="true" />
            </button>
          </span>
        ))}
      </nav>
    </div>
  );
}
