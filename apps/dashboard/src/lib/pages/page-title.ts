import { useEffect } from 'react';
import { shortName } from '../format/short-name.ts';
import { sharedValue, useShared } from '../shared-value.ts';

/** What a page's title is made of, from the narrowest to the widest. */
export interface PageTitleParts {
  /** The thing looked at, such as a table or a snippet. */
  entity?: string | undefined;
  section?: string | undefined;
  surface?: string | undefined;
  project?: string | undefined;
  organization?: string | undefined;
}

const PRODUCT = 'Basalt';

/**
 * The document's title: entity, section, surface, project, organization, product. Empty parts are left out, equal
 * neighbours become one in its first spelling, white space is squeezed and a part has at most 60 characters.
 */
export function pageTitle(parts: PageTitleParts): string {
  const ordered = [parts.entity, parts.section, parts.surface, parts.project, parts.organization, PRODUCT];
  const title: string[] = [];
  for (const part of ordered) {
    const text = shortName((part ?? '').replace(/\s+/g, ' ').trim());
    const previous = title.at(-1);
    if (text !== '' && text.toLowerCase() !== previous?.toLowerCase()) title.push(text);
  }
  return title.join(' | ');
}

const shown = sharedValue<string | null>(null);

/** Says what the page shows, such as a report's name, for as long as the component that calls it is there. */
export function usePageName(name: string | null): void {
  useEffect(() => {
    shown.set(name);
    return () => shown.set(null);
  }, [name]);
}

/** The name of what the page shows, null where it has none. */
export function useShownPageName(): string | null {
  return useShared(shown);
}
