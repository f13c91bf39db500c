import { useQuery } from '@tanstack/react-query';
import { findSettings, hashOf, type SettingPlace } from '../lib/pages/setting-place.ts';
import { type Destination, linkTo, usePages } from './pages.ts';

/** A setting that was found. */
export interface SettingFind extends SettingPlace {
  /** What the field or section is called. */
  name: string;
  /** What its page is called where nothing around says what it belongs to. */
  pageName: string;
  link: Destination;
}

/** Shorter texts are in nearly every setting. */
const LEAST = 2;

/** The settings of a project with a text in them. They are loaded when somebody first looks for one. */
export function useSettingFinds(projectRef: string | null, text: string): readonly SettingFind[] {
  const pages = usePages();
  const isAsked = projectRef !== null && text.trim().length >= LEAST;
  const { data = [] } = useQuery({
    queryKey: ['setting-places'],
    queryFn: () => pages.find(({ settings }) => settings !== undefined)?.settings?.() ?? [],
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!isAsked) return [];
  return findSettings(data, text).flatMap((place) => {
    const page = pages.find(({ path }) => path === place.path);
    if (page === undefined) return [];
    const { fullName = page.title } = page;
    return {
      ...place,
      name: place.label ?? place.section,
      pageName: fullName,
      link: linkTo(page, { params: { ref: projectRef }, hash: hashOf(place) }),
    };
  });
}
