import { IconPlugConnected, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { withConnect } from '../lib/connect.ts';
import { HealthLabel } from '../resource-warnings/health-label.tsx';
import { Dropdown } from '../ui/menus/dropdown.tsx';
import { Logo } from '../ui/pages/logo.tsx';
import bar from './bar-button.module.css';
import { CommandMenuButton } from './command-menu/command-menu-button.tsx';
import { MenuSheet } from './menu-sheet.tsx';
import { ProjectTools } from './project-tools.tsx';
import { Switcher } from './switcher.tsx';
import classes from './top-bar.module.css';
import { useCurrentNames } from './use-current-names.ts';
import userMenuClasses from './user-menu.module.css';

/** Most projects have no branches. */
const BranchSwitcher = lazy(() =>
  import('./branch-switcher.tsx').then(({ BranchSwitcher: it }) => ({ default: it })),
);

/** Where one is, what state it is in, and the ways to everything else. */
export function TopBar() {
  const { project } = useCurrentNames();
  return (
    <header className={classes.bar}>
      <MenuSheet>
        {(close) => project !== undefined && <ProjectTools place="sheet" onChoose={close} />}
      </MenuSheet>
      <Link to="/projects" className={classes.home} aria-label="Basalt, all projects" title="All projects">
        <Logo size={24} />
      </Link>
      <Switcher />
      {project !== undefined && (project.parent !== null || project.has_branches) && (
        <Suspense>
          <BranchSwitcher project={project} />
        </Suspense>
      )}
      {project !== undefined && (
        <span className={classes.status}>
          <HealthLabel project={project} />
        </span>
      )}
      <span className={classes.space} />
      <CommandMenuButton />
      {project !== undefined && (
        <>
          <ConnectLink />
          <ProjectTools place="bar" />
        </>
      )}
      <UserMenu />
    </header>
  );
}

/** Every way to reach the project from outside, over the page that is shown. */
function ConnectLink() {
  return (
    <Link to="." search={withConnect() as never} className={bar.button} aria-label="Connect" title="Connect">
      <IconPlugConnected size={18} stroke={1.6} aria-hidden="true" />
      <span className={classes.word}>Connect</span>
    </Link>
  );
}

const loadUserMenuList = () => import('./user-menu-list.tsx');
const UserMenuList = lazy(() => loadUserMenuList().then(({ UserMenuList }) => ({ default: UserMenuList })));

/** The account: who is signed in, color scheme, tokens, signing out. */
function UserMenu() {
  return (
    <div onPointerEnter={loadUserMenuList}>
      <Dropdown
        label="Account"
        align="end"
        className={bar.button}
        trigger={<IconUser size={18} stroke={1.6} aria-hidden="true" />}
      >
        {(close) => (
          <Suspense fallback={<div className={userMenuClasses.waiting} />}>
            <UserMenuList onChoose={close} />
          </Suspense>
        )}
      </Dropdown>
    </div>
  );
}
