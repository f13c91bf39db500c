import { lazy, Suspense, useEffect } from 'react';
import { openPanel } from './right-panel-store.ts';
import { isSqlPanelShortcut } from './shortcuts.ts';
import { useShownProject } from './use-shown-project.ts';

const LABEL = 'SQL Editor';
const load = () => import('../features/sql-editor/panel/sql-panel.tsx');
const SqlPanel = lazy(() => load().then(({ SqlPanel }) => ({ default: SqlPanel })));

export function openSqlPanel(): void {
  openPanel.set({ label: LABEL, content: <CurrentSqlPanel /> });
}

/** Cmd+E or Ctrl+E opens and closes the SQL editor on the right of every page of a project. */
export function useSqlPanelShortcut(): void {
  const projectRef = useShownProject();
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (projectRef === null || !isSqlPanelShortcut(event)) return;
      event.preventDefault();
      if (openPanel.get()?.label === LABEL) openPanel.set(null);
      else openSqlPanel();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [projectRef]);
}

/** The panel of the project that is looked at; without one it closes. */
function CurrentSqlPanel() {
  const projectRef = useShownProject();
  useEffect(() => {
    if (projectRef === null) openPanel.set(null);
  }, [projectRef]);
  if (projectRef === null) return null;
  return (
    <Suspense>
      <SqlPanel key={projectRef} projectRef={projectRef} onClose={() => openPanel.set(null)} />
    </Suspense>
  );
}
