import { useMatches } from '@tanstack/react-router';

export interface Place {
  /** The project being looked at. */
  projectRef: string | null;
  /** The organization being looked at, when the address names one. */
  organizationSlug: string | null;
  /** The page's address with the names of its parameters, such as `/project/$ref/logs`. */
  path: string;
  title: string;
  section: string;
  hasResizableMenu: boolean;
  /** The menu beside its content. */
  subMenu: string | null;
}

/** Where in the dashboard the person is, from the matched routes. */
export function usePlace(): Place {
  return useMatches({
    select: (matches): Place => {
      const leaf = matches.at(-1);
      const params = (leaf?.params ?? {}) as { ref?: string; slug?: string };
      const path: string = leaf?.fullPath ?? '';
      const page = leaf?.staticData.page;
      return {
        projectRef: params.ref ?? null,
        organizationSlug: /^\/(org|new)\/\$slug/.test(path) ? (params.slug ?? null) : null,
        path,
        title: page?.title ?? '',
        section: page?.section ?? '',
        hasResizableMenu: page?.hasResizableMenu ?? false,
        subMenu: page?.subMenu ?? null,
      };
    },
    structuralSharing: true,
  });
}
