import { lazy } from 'react';
import type { MenuIcon } from '../../lib/pages/page-declaration.ts';

type Icons = typeof import('./menu-icons.ts');

/** An icon of a project's menu. It comes with the pages of projects: the first load is the list of them, and needs none. */
export function menuIcon(name: keyof Icons): MenuIcon {
  return lazy(() => import('./menu-icons.ts').then((icons) => ({ default: icons[name] })));
}
