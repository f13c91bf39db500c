import { lazy, Suspense, useEffect } from 'react';
import { useClampedWidth, type WidthLimits } from '../lib/clamp-width.ts';
import { type Persisted, usePersisted } from '../lib/persisted.ts';
import { ResizeHandle } from '../ui/resize-handle.tsx';
import classes from './right-panel.module.css';
import { RightPanelAssistant } from './right-panel-assistant.tsx';
import { openPanel, type PanelName } from './right-panel-store.ts';
import { useShownProject } from './use-shown-project.ts';

const SqlPanel = lazy(() =>
  import('../features/sql-editor/panel/sql-panel.tsx').then(({ SqlPanel }) => ({ default: SqlPanel })),
);

const LIMITS: WidthLimits = { minShare: 0.3, maxShare: 0.5 };

const panelWidth: Persisted<number> = {
  topic: 'right-panel-width',
  fallback: 480,
  parse: (stored) => (typeof stored === 'number' && Number.isFinite(stored) ? stored : null),
  survivesSignOut: true,
};

/** The panel that is open on the right, within its share of the window: of the project that is looked at; without one it closes. */
export function RightPanel({ name }: { name: PanelName }) {
  const projectRef = useShownProject();
  const [width, setWidth] = usePersisted(panelWidth);
  const shown = useClampedWidth(width, LIMITS);
  useEffect(() => {
    if (projectRef === null) openPanel.set(null);
  }, [projectRef]);
  const Content = name === 'Assistant' ? RightPanelAssistant : SqlPanel;
  return (
    <aside className={classes.panel} style={{ width: shown }} aria-label={name}>
      <ResizeHandle label={name} width={shown} limits={LIMITS} onResize={setWidth} edge="left" />
      <Suspense>
        {projectRef !== null && (
          <Content key={projectRef} projectRef={projectRef} onClose={() => openPanel.set(null)} />
        )}
      </Suspense>
    </aside>
  );
}
