import { type ReactNode, useEffect, useRef } from 'react';
import { useClampedWidth, type WidthLimits } from '../../lib/clamp-width.ts';
import { type Persisted, usePersisted } from '../../lib/persisted.ts';
import { ResizeHandle } from '../resize-handle.tsx';
import classes from './navigation-pane.module.css';
import type { NavigationState } from './use-navigation-state.ts';

interface NavigationPaneProps {
  state: NavigationState;
  /** What the list is of, such as `Snippets`. */
  label: string;
  /** Remembers its width in pixels. */
  widthPreference: Persisted<number>;
  limits: WidthLimits;
  children: ReactNode;
}

/** The list beside an editor; on a narrow screen it lies over the editor until something is chosen. */
export function NavigationPane({ state, label, widthPreference, limits, children }: NavigationPaneProps) {
  const [wanted, setWidth] = usePersisted(widthPreference);
  const width = useClampedWidth(wanted, limits);
  if (!state.isShown) return null;
  if (state.isDrawer)
    return (
      <Drawer label={label} onClose={state.close}>
        {children}
      </Drawer>
    );
  return (
    <aside className={classes.pane} style={{ width }} aria-label={label}>
      {children}
      <ResizeHandle
        label={`list of ${label.toLowerCase()}`}
        width={width}
        limits={limits}
        onResize={setWidth}
        edge="right"
      />
    </aside>
  );
}

function Drawer({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes it on Escape
    <dialog
      ref={dialog}
      className={classes.drawer}
      aria-label={label}
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
