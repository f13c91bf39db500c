import { Outlet } from '@tanstack/react-router';
import { type ReactNode, useSyncExternalStore } from 'react';
import { clampWidth, type WidthLimits } from '../lib/clamp-width.ts';
import { type Persisted, usePersisted } from '../lib/persisted.ts';
import { ResizeHandle } from '../ui/resize-handle.tsx';
import { useSqlPanelShortcut } from './right-panel-sql.tsx';
import { currentPanel, subscribeToPanel } from './right-panel-store.ts';
import classes from './shell.module.css';
import { SideColumn } from './side-column.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame around every page of someone who is signed in. */
export function Shell() {
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <TopBar />
      <div className={classes.row}>
        <SideColumn />
        <main id="main" tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
        <RightPanel />
      </div>
    </div>
  );
}

const LIMITS: WidthLimits = { minShare: 0.3, maxShare: 0.5 };

const panelWidth: Persisted<number> = {
  topic: 'right-panel-width',
  fallback: 480,
  parse: (stored) => (typeof stored === 'number' && Number.isFinite(stored) ? stored : null),
  survivesSignOut: true,
};

/** Room on the right for one panel at a time; takes none while no panel is open. */
function RightPanel(): ReactNode {
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
