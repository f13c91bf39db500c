const LONGEST = 60;

/** Under what name a file is saved: `quarry-2026-11-20.sql.gz`. Plain letters only, so that it needs no escaping anywhere. */
export function fileName(projectName: string, ref: string, at: Date): string {
  const plain = projectName.normalize('NFKD').replace(/\p{Mark}/gu, '');
  const slug = plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
  return `${slug || ref}-${at.toISOString().slice(0, 10)}.sql.gz`;
}
