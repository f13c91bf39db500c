import { useClampedWidth, type WidthLimits } from '../lib/clamp-width.ts';
import { type Persisted, usePersisted } from '../lib/persisted.ts';
import { ResizeHandle } from '../ui/resize-handle.tsx';
import classes from './right-panel.module.css';
import type { OpenPanel } from './right-panel-store.ts';

const LIMITS: WidthLimits = { minShare: 0.3, maxShare: 0.5 };

const panelWidth: Persisted<number> = {
  topic: 'right-panel-width',
  fallback: 480,
  parse: (stored) => (typeof stored === 'number' && Number.isFinite(stored) ? stored : null),
  survivesSignOut: true,
};

/** The panel that is open on the right, within its share of the window. */
export function RightPanel({ panel }: { panel: OpenPanel }) {
  const [width, setWidth] = usePersisted(panelWidth);
  const shown = useClampedWidth(width, LIMITS);
  return (
    <aside className={classes.panel} style={{ width: shown }} aria-label={panel.label}>
      <ResizeHandle label={panel.label} width={shown} limits={LIMITS} onResize={setWidth} edge="left" />
      {panel.content}
    </aside>
  );
}
