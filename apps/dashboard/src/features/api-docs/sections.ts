import type { ProjectAbility } from '@basalt/contract';
import { DOCS_SECTIONS, type DocsSection } from '../../lib/api-docs.ts';

export interface SectionDeclaration {
  title: string;
  /** What its items are called, where it has some. */
  items: { plural: string; one: string } | null;
  /** Whoever lacks this ability does not see the section. */
  requires: ProjectAbility | null;
}

export const SECTIONS: Readonly<Record<DocsSection, SectionDeclaration>> = {
  introduction: { title: 'Connect', items: null, requires: null },
  'user-management': { title: 'User Management', items: null, requires: 'read_auth_users' },
  entities: {
    title: 'Tables & Views',
    items: { plural: 'tables and views', one: 'table or view' },
    requires: null,
  },
  'stored-procedures': {
    title: 'Stored Procedures',
    items: { plural: 'functions', one: 'function' },
    requires: null,
  },
  storage: { title: 'Storage', items: { plural: 'buckets', one: 'bucket' }, requires: 'read_storage' },
  'edge-functions': {
    title: 'Edge Functions',
    items: { plural: 'edge functions', one: 'edge function' },
    requires: 'read_functions',
  },
  // Changes of tables are what it is about, and who may read them.
  realtime: { title: 'Realtime', items: null, requires: 'read_sql' },
};

/** The sections that somebody with these abilities sees. */
export function visibleSections(abilities: Partial<Record<ProjectAbility, boolean>>): DocsSection[] {
  return DOCS_SECTIONS.filter((section) => {
    const { requires } = SECTIONS[section];
    return requires === null || abilities[requires] === true;
  });
}

/** A page of the docs: of a section, or of one item of it. */
export interface DocsPlace {
  section: DocsSection;
  item: string | null;
}

/** Something of the project that has a page in the docs. */
export interface DocsItem {
  /** What addresses call it. */
  id: string;
  label: string;
}

/** The id of the item that an address means: by its id, or as the list calls it, such as a table of the default schema by its name. */
export function itemId(items: readonly DocsItem[] | undefined, item: string | null): string | null {
  if (item === null || items === undefined || items.some(({ id }) => id === item)) return item;
  return items.find(({ label }) => label === item)?.id ?? item;
}

/** The items that have a text in their name. */
export function findItems(items: readonly DocsItem[], search: string): DocsItem[] {
  const wanted = search.trim().toLowerCase();
  return items.filter(({ label }) => label.toLowerCase().includes(wanted));
}
