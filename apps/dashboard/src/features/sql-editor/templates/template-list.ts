const files = import.meta.glob<string>('./sql/*.sql', { query: '?raw', import: 'default', eager: true });

/** A text to start from. */
export interface Template {
  /** The name of its file. */
  id: string;
  kind: 'Templates' | 'Quickstarts';
  title: string;
  description: string;
  sql: string;
}

const TITLES: ReadonlyArray<readonly [string, Template['kind'], string, string]> = [
  ['create-table', 'Templates', 'Create table', 'A table with timestamps, an owner and its policy'],
  ['add-view', 'Templates', 'Add view', 'A query that can be read like a table'],
  ['add-column', 'Templates', 'Add column', 'Change a table that has rows already'],
  ['add-comments', 'Templates', 'Add comments', 'Say in the database what things mean'],
  ['show-extensions', 'Templates', 'Show extensions', 'What is installed and what could be'],
  ['show-version', 'Templates', 'Show version', 'Which PostgreSQL this is, and since when it runs'],
  ['show-active-connections', 'Templates', 'Show active connections', 'Who is connected and what they do'],
  [
    'update-timestamps',
    'Templates',
    'Update timestamps automatically',
    'A trigger that keeps updated_at right',
  ],
  ['increment-field', 'Templates', 'Increment field value', 'Count without losing a click'],
  ['statement-statistics', 'Templates', 'Statement statistics report', 'Which statements take the most time'],
  ['countries-data', 'Quickstarts', 'Countries data', 'A small table of the world to query'],
  ['todo-list', 'Quickstarts', 'Todo list', 'Lists of things to do, private to each person'],
  ['slack-like-chat', 'Quickstarts', 'Slack-like chat', 'Channels, members and messages, live'],
  ['subscription-billing', 'Quickstarts', 'Subscription billing', 'Products, prices and who pays for them'],
  ['user-management', 'Quickstarts', 'User management', 'A public profile for every account'],
];

/** Everything the picker offers, in the order it is shown. */
export const TEMPLATES: readonly Template[] = TITLES.map(([id, kind, title, description]) => ({
  id,
  kind,
  title,
  description,
  sql: files[`./sql/${id}.sql`] ?? '',
}));

/** The templates in whose words every word of the search is found, whatever its case. */
export function findTemplates(search: string): readonly Template[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return TEMPLATES.filter((template) => {
    const text = `${template.title} ${template.description} ${template.id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
