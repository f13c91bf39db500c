import type { ProjectAbility } from '@basalt/contract';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ServerNeed } from './server-need.ts';
import type { SettingPlace } from './setting-place.ts';

/** Stands before the name of a page. It may be loaded when it is shown. */
export type MenuIcon = ComponentType<IconProps>;

/**
 * Everything that the rest of the dashboard knows about a page, but for the words by which the command menu finds it
 * (`shell/command-menu/page-words.ts`). It stands once, in `staticData.page` of the page's route. The menu, the command menu, document
 * titles and the gates derive from it.
 */
export interface PageDeclaration {
  /** What the document title and screen readers call the page, and the menu too. */
  title: string;
  /** The heading over the page in the left menu. */
  group?: string;
  /** What the page belongs to: the part of the document title that follows the page's own. */
  section?: string;
  /** The menu beside the content in which the page stands, with the others that name it. The one with an icon leads there. */
  subMenu?: string;
  /** A page with an icon is in the left menu. */
  icon?: MenuIcon;
  /** The key that leads here after `g`. No two pages have the same. */
  goKey?: string;
  /** Stands at the end of the page's entry in a project's menu. Loaded when it is shown. */
  badge?: ComponentType<{ projectRef: string }>;
  /** What the menu calls the page, where that is not its title. For a page that leads to others beside its content: what they are together. */
  menuLabel?: string;
  /** What the page is called where nothing around it says what it belongs to, such as "General settings". */
  fullName?: string;
  /** The settings of a project or an organization, with the pages they stand on, for those who look for one. One page declares them all. */
  settings?: () => Promise<readonly SettingPlace[]>;
  /** The page in a sentence, after "to open", such as "its logs". */
  phrase?: string;
  /** Whoever has none of these abilities is told so in place of the page. */
  requires?: RequiredAbility;
  /** The page is useful while the project's API does not answer; or only when the project is not about to answer. */
  worksWithoutApi?: true | 'when unhealthy';
  /** The page shows a paused project, and holds its own place while the project is loaded. */
  worksWhilePaused?: true;
  worksWhileUpgrading?: true;
  /** Of no use for an attached database: what is done here is done where the database's server runs. `or kept`: not for one in Kubernetes. */
  needsOwnServer?: ServerNeed;
  /** The left menu can be resized and folded away. */
  hasResizableMenu?: true;
}

export interface RequiredAbility {
  anyOf: readonly ProjectAbility[];
  /** Said to whoever has none of them. */
  denied: string;
  /** Why, where it is not only a matter of roles. */
  reason?: string;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: PageDeclaration;
  }
}

/** Whether somebody with these abilities has one of those that are wanted, or none is wanted. */
export function hasAnyAbility(
  abilities: Partial<Record<string, boolean>>,
  anyOf: readonly string[] | undefined,
): boolean {
  return anyOf === undefined || anyOf.some((ability) => abilities[ability] === true);
}
