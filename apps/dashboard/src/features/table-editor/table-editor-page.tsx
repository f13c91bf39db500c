import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useClampedWidth, type WidthLimits } from '../../lib/clamp-width.ts';
import { type Persisted, readPersisted, usePersisted, writePersisted } from '../../lib/persisted.ts';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { ResizeHandle } from '../../ui/resize-handle.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { forgetChanges, useChangedTables } from './changes/pending-store.ts';
import classes from './table-editor-page.module.css';
import { lastSchema, openTabs, withoutTab, withTab } from './tables/open-tabs.ts';
import { TabBar } from './tables/tab-bar.tsx';
import { TableList } from './tables/table-list.tsx';

const OpenTable = lazy(async () => ({ default: (await import('./open-table.tsx')).OpenTable }));

const LIMITS: WidthLimits = { minPixels: 180, maxPixels: 480, maxShare: 0.33 };

const listWidth: Persisted<number> = {
  topic: 'table-editor-list-width',
  fallback: 240,
  parse: (stored) => (typeof stored === 'number' && Number.isFinite(stored) ? stored : null),
  survivesSignOut: true,
};
const listShown: Persisted<boolean> = {
  topic: 'table-editor-list',
  fallback: true,
  parse: (stored) => (typeof stored === 'boolean' ? stored : null),
  survivesSignOut: true,
};

interface TableEditorPageProps {
  projectRef: string;
  /** Its oid; null: none is chosen. */
  tableId: string | null;
  /** The way to a new table of a schema. */
  newTable?: (schema: string) => ReactNode;
  /** What else can be done with a table, beside its name. */
  tableActions?: (tableId: string) => ReactNode;
}

/** The tables of a project: the list of all, tabs of the open ones, and the rows of one. */
export function TableEditorPage({ projectRef, tableId, newTable, tableActions }: TableEditorPageProps) {
  const navigate = useNavigate();
  const [tabs, setTabs] = usePersisted(openTabs, projectRef);
  const [schema, setSchema] = usePersisted(lastSchema, projectRef);
  const [search, setSearch] = useState('');
  const list = useListPane(tableId);
  const changed = useChangedTables(projectRef);
  useForgottenChanges(projectRef);

  const close = (id: string) => {
    const { tabs: rest, next } = withoutTab(tabs, id);
    setTabs(rest);
    if (id !== tableId) return;
    if (next === null) void navigate({ to: '/project/$ref/editor', params: { ref: projectRef } });
    else void navigate({ to: '/project/$ref/editor/$id', params: { ref: projectRef, id: next.id } });
  };

  const tableList = (
    <TableList
      projectRef={projectRef}
      schema={schema}
      onSchema={setSchema}
      search={search}
      onSearch={setSearch}
      tableId={tableId}
      changed={changed}
      onClose={list.isDrawer ? list.toggle : null}
      newTable={newTable?.(schema)}
    />
  );
  return (
    <Page title="Table editor" width="full">
      <UnsavedGuard
        when={changed.size > 0}
        within={`/project/${projectRef}/editor`}
        text="Changes to rows that are not saved are lost."
      />
      <div className={classes.columns}>
        {list.isShown && !list.isDrawer && (
          <aside className={classes.list} style={{ width: list.width }} aria-label="Tables">
            {tableList}
            <ResizeHandle
              label="list of tables"
              width={list.width}
              limits={LIMITS}
              onResize={list.setWidth}
              edge="right"
            />
          </aside>
        )}
        {list.isShown && list.isDrawer && <Drawer onClose={list.toggle}>{tableList}</Drawer>}
        <div className={classes.main}>
          <TabBar
            projectRef={projectRef}
            tabs={tabs}
            tableId={tableId}
            changed={changed}
            isListShown={list.isShown}
            onToggleList={list.toggle}
            onClose={close}
          />
          {tableId === null ? (
            <div className={classes.empty}>
              <EmptyState title="No table is open" text="Choose a table or view from the list." />
            </div>
          ) : (
            <Suspense fallback={<Skeleton height={30} lines={4} />}>
              <OpenTable
                key={tableId}
                projectRef={projectRef}
                tableId={tableId}
                actions={tableActions?.(tableId)}
                onGone={() => close(tableId)}
                onKnown={(tab) => {
                  const before = readPersisted(openTabs, projectRef);
                  const next = withTab(before, tab);
                  if (next !== before) writePersisted(openTabs, next, projectRef);
                }}
              />
            </Suspense>
          )}
        </div>
      </div>
    </Page>
  );
}

/** Whether the list is there: remembered where there is room beside the table, open for a moment where there is none. */
function useListPane(tableId: string | null) {
  const isDrawer = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [isPaneShown, setPaneShown] = usePersisted(listShown);
  const [isDrawerOpen, setDrawerOpen] = useState(tableId === null);
  const [wanted, setWidth] = usePersisted(listWidth);
  const width = useClampedWidth(wanted, LIMITS);
  useEffect(() => {
    if (tableId !== null) setDrawerOpen(false);
  }, [tableId]);
  return {
    isDrawer,
    isShown: isDrawer ? isDrawerOpen : isPaneShown,
    toggle: () => (isDrawer ? setDrawerOpen(!isDrawerOpen) : setPaneShown(!isPaneShown)),
    width,
    setWidth,
  };
}

/** Whoever leaves the editor was asked about unsaved changes: they are not there when he comes back. */
function useForgottenChanges(projectRef: string): void {
  const router = useRouter();
  useEffect(
    () => () => {
      const { pathname } = router.state.location;
      if (!`${pathname}/`.startsWith(`/project/${projectRef}/editor/`)) forgetChanges(projectRef);
    },
    [projectRef, router],
  );
}

function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes it on Escape
    <dialog
      ref={dialog}
      className={classes.drawer}
      aria-label="Tables"
      onClose={onClose}
      // A click on the dialog itself is one on what lies behind it: everything inside is a child.
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={classes.inside}>{children}</div>
    </dialog>
  );
}
