import { useMatches } from '@tanstack/react-router';

export interface Place {
  /** The project being looked at. */
  projectRef: string | null;
  /** The organization being looked at, when the address names one. */
  organizationSlug: string | null;
  page: string;
  surface: string;
  section: string;
  hasResizableMenu: boolean;
}

/** Where in the dashboard the person is, from the matched routes. */
export function usePlace(): Place {
  return useMatches({
    select: (matches): Place => {
      const leaf = matches.at(-1);
      const params = (leaf?.params ?? {}) as { ref?: string; slug?: string };
      const id: string = leaf?.routeId ?? '';
      const names = leaf?.staticData;
      return {
        projectRef: params.ref ?? null,
        organizationSlug:
          id.includes('/org/$slug') || id.includes('/new/$slug') ? (params.slug ?? null) : null,
        page: names?.page ?? '',
        surface: names?.surface ?? '',
        section: names?.section ?? '',
        hasResizableMenu: names?.resizableMenu ?? false,
      };
    },
    structuralSharing: true,
  });
}
