import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useClampedWidth, type WidthLimits } from '../lib/clamp-width.ts';
import { type Persisted, usePersisted } from '../lib/persisted.ts';
import classes from './side-column.module.css';
import { SideMenu } from './side-menu.tsx';
import { usePlace } from './use-place.ts';

/** It lies on the border and takes no room: the first page does not wait for it. */
const ResizeHandle = lazy(() =>
  import('../ui/resize-handle.tsx').then((module) => ({ default: module.ResizeHandle })),
);

const LIMITS: WidthLimits = { minPixels: 184, maxPixels: 512, maxShare: 0.33 };

/** An icon with the same room around it as in the open menu, and the border. */
const FOLDED = 57;

const menuWidth: Persisted<number> = {
  topic: 'menu-width',
  fallback: 256,
  parse: (stored) => (typeof stored === 'number' && Number.isFinite(stored) ? stored : null),
  survivesSignOut: true,
};

const menuFolded: Persisted<boolean> = {
  topic: 'menu-folded',
  fallback: false,
  parse: (stored) => (typeof stored === 'boolean' ? stored : null),
  survivesSignOut: true,
};

/** The left column on large screens: the menu, or only its icons. Editor pages let it be resized. */
export function SideColumn() {
  const { hasResizableMenu } = usePlace();
  const [width, setWidth] = usePersisted(menuWidth);
  const [isFolded, setFolded] = usePersisted(menuFolded);
  const shown = useClampedWidth(hasResizableMenu ? width : menuWidth.fallback, LIMITS);
  const label = isFolded ? 'Expand menu' : 'Collapse menu';
  return (
    <section className={classes.column} style={{ width: isFolded ? FOLDED : shown }} aria-label="Menu">
      <div className={classes.scroll}>
        <SideMenu isFolded={isFolded} />
      </div>
      <button
        type="button"
        className={classes.fold}
        aria-label={label}
        title={label}
        aria-expanded={!isFolded}
        onClick={() => setFolded(!isFolded)}
      >
        {isFolded ? (
          <IconLayoutSidebarLeftExpand size={17} stroke={1.6} aria-hidden="true" />
        ) : (
          <IconLayoutSidebarLeftCollapse size={17} stroke={1.6} aria-hidden="true" />
        )}
      </button>
      {hasResizableMenu && !isFolded && (
        <Suspense>
          <ResizeHandle label="menu" width={shown} limits={LIMITS} onResize={setWidth} edge="right" />
        </Suspense>
      )}
    </section>
  );
}
