import { useEffect, useSyncExternalStore } from 'react';
import { shortName } from '../format/short-name.ts';

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

let shown: string | null = null;
const listeners = new Set<() => void>();

/** Says what the page shows, such as a report's name, for as long as the component that calls it is there. */
export function usePageName(name: string | null): void {
  useEffect(() => {
    tell(name);
    return () => tell(null);
  }, [name]);
}

/** The name of what the page shows, null where it has none. */
export function useShownPageName(): string | null {
  return useSyncExternalStore(subscribe, () => shown);
}

function tell(name: string | null): void {
  shown = name;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
