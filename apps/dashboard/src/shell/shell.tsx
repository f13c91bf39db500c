import { Outlet } from '@tanstack/react-router';
import { RightPanel } from './right-panel.tsx';
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
