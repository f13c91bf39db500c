import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useShared } from '../lib/shared-value.ts';
import { openPanel } from './right-panel-store.ts';
import classes from './shell.module.css';
import { SideColumn } from './side-column.tsx';
import { SingleKeys } from './single-keys.tsx';
import { TopBar } from './top-bar.tsx';
import { useRightPanelKeys } from './use-right-panel-keys.ts';

const RightPanel = lazy(() =>
  import('./right-panel.tsx').then(({ RightPanel }) => ({ default: RightPanel })),
);

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
        <PanelPlace />
      </div>
      <SingleKeys />
    </div>
  );
}

/** Room on the right for one panel at a time; takes none while no panel is open. */
function PanelPlace() {
  useRightPanelKeys();
  const name = useShared(openPanel);
  return <Suspense>{name !== null && <RightPanel name={name} />}</Suspense>;
}
