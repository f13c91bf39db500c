import { type ReactNode, useEffect, useRef } from 'react';
import { useClampedWidth, type WidthLimits } from '../../lib/clamp-width.ts';
import { usePersisted } from '../../lib/persisted.ts';
import { ResizeHandle } from '../../ui/resize-handle.tsx';
import classes from './navigation-pane.module.css';
import { navigationWidthPreference } from './preferences.ts';
import type { NavigationState } from './use-navigation-state.ts';

const LIMITS: WidthLimits = { minPixels: 180, maxPixels: 420, maxShare: 0.33 };

interface NavigationPaneProps {
  state: NavigationState;
  children: ReactNode;
}

/** The list beside the editor; on a narrow screen it lies over the editor until something is chosen. */
export function NavigationPane({ state, children }: NavigationPaneProps) {
  const [wanted, setWidth] = usePersisted(navigationWidthPreference);
  const width = useClampedWidth(wanted, LIMITS);
  if (!state.isShown) return null;
  if (state.isDrawer) return <Drawer onClose={state.close}>{children}</Drawer>;
  return (
    <aside className={classes.pane} style={{ width }} aria-label="Snippets">
      {children}
      <ResizeHandle label="list of snippets" width={width} limits={LIMITS} onResize={setWidth} edge="right" />
    </aside>
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
      aria-label="Snippets"
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
