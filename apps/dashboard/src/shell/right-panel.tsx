import { type ReactNode, useSyncExternalStore } from 'react';
import { clampWidth, type WidthLimits } from '../lib/clamp-width.ts';
import { type Persisted, usePersisted } from '../lib/persisted.ts';
import { ResizeHandle } from '../ui/resize-handle.tsx';
import classes from './right-panel.module.css';
import { useSqlPanelShortcut } from './right-panel-sql.tsx';
import { currentPanel, subscribeToPanel } from './right-panel-store.ts';

const LIMITS: WidthLimits = { minShare: 0.3, maxShare: 0.5 };

const panelWidth: Persisted<number> = {
  topic: 'right-panel-width',
  fallback: 480,
  parse: (stored) => (typeof stored === 'number' && Number.isFinite(stored) ? stored : null),
  survivesSignOut: true,
};

/** Room on the right for one panel at a time; takes none while no panel is open. */
export function RightPanel(): ReactNode {
  useSqlPanelShortcut();
  const panel = useSyncExternalStore(subscribeToPanel, currentPanel);
  const [width, setWidth] = usePersisted(panelWidth);
  if (panel === null) return null;
  const shown = clampWidth(width, LIMITS, window.innerWidth);
  return (
    <aside className={classes.panel} style={{ width: shown }} aria-label={panel.label}>
      <ResizeHandle label={panel.label} width={shown} limits={LIMITS} onResize={setWidth} edge="left" />
      {panel.content}
    </aside>
  );
}
