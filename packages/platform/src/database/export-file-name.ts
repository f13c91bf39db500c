const LONGEST = 80;

/** Under what name an export is saved: `stones-by-weight.csv`. Plain letters only, so that it needs no escaping anywhere. */
export function exportFileName(name: string | undefined, ending: 'csv' | 'sql' | 'json'): string {
  const slug = (name ?? '')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
  return `${slug || 'query-results'}.${ending}`;
}
