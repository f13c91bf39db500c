import { Link } from '@tanstack/react-router';
import { Logo } from '../ui/pages/logo.tsx';
import { StatusBadge } from '../ui/status/status-badge.tsx';
import { CommandMenuButton } from './command-menu-button.tsx';
import { MenuSheet } from './menu-sheet.tsx';
import { Switcher } from './switcher.tsx';
import classes from './top-bar.module.css';
import { useCurrentNames } from './use-current-names.ts';
import { UserMenu } from './user-menu.tsx';

/** Where one is, what state it is in, and the ways to everything else. */
export function TopBar() {
  const { project } = useCurrentNames();
  return (
    <header className={classes.bar}>
      <MenuSheet />
      <Link to="/projects" className={classes.home} aria-label="Basalt, all projects" title="All projects">
        <Logo size={24} />
      </Link>
      <Switcher />
      {project !== undefined && (
        <span className={classes.status}>
          <StatusBadge status={project.status} />
        </span>
      )}
      <span className={classes.space} />
      <CommandMenuButton />
      <UserMenu />
    </header>
  );
}
