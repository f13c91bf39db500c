import { useQuery } from '@tanstack/react-query';
import { isOfUse } from '../lib/pages/server-need.ts';
import { findSettings, hashOf, type SettingPlace } from '../lib/pages/setting-place.ts';
import { useServerKind } from '../lib/pages/use-server-kind.ts';
import { type Destination, isOrganizationPage, linkTo, usePages } from './pages.ts';

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

/** Whose settings are looked for: a project's, an organization's, or those of both, the project's first. */
export interface SettingScope {
  ref?: string | undefined;
  slug?: string | undefined;
}

/** The settings with a text in them. They are loaded when somebody first looks for one. */
export function useSettingFinds({ ref, slug }: SettingScope, text: string): readonly SettingFind[] {
  const pages = usePages();
  const server = useServerKind(ref ?? null);
  const isAsked = (ref ?? slug) !== undefined && text.trim().length >= LEAST;
  const { data = [] } = useQuery({
    queryKey: ['setting-places'],
    queryFn: async () => (await Promise.all(pages.map(({ settings }) => settings?.() ?? []))).flat(),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!isAsked) return [];
  const finds = findSettings(data, text).flatMap((place) => {
    if (!isOfUse(place.needsOwnServer, server)) return [];
    const page = pages.find(({ path }) => path === place.path);
    if (page === undefined || (isOrganizationPage(page) ? slug : ref) === undefined) return [];
    const { title, fullName = title, section } = page;
    const find = {
      ...place,
      name: place.label ?? place.section,
      pageName: isOrganizationPage(page) ? `${section}, ${title}` : fullName,
      link: linkTo(page, { params: { ref: ref ?? '', slug: slug ?? '' }, hash: hashOf(place) }),
    };
    return { find, isOfOrganization: isOrganizationPage(page) };
  });
  return finds
    .sort((a, b) => Number(a.isOfOrganization) - Number(b.isOfOrganization))
    .map(({ find }) => find);
}
