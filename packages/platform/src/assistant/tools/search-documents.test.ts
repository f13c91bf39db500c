import { expect, it } from 'vitest';
import { searchDocuments } from './search-documents.ts';

const DOCUMENTS = [
  {
    name: 'backups',
    text: '# Backups\n\nEvery night.\n\n## Restore points\n\nBefore something destructive take a restore point.',
  },
  { name: 'storage', text: '# Storage\n\nBuckets hold files. Restoring is elsewhere.' },
];

it('finds the section that a question is about', () => {
  const [first] = searchDocuments(DOCUMENTS, 'How do I take a restore point?');
  expect(first).toMatchObject({ document: 'backups', heading: 'Restore points' });
  expect(searchDocuments(DOCUMENTS, 'bucket')[0]).toMatchObject({ document: 'storage' });
  expect(searchDocuments(DOCUMENTS, 'kubernetes')).toEqual([]);
  expect(searchDocuments(DOCUMENTS, 'the of and')).toEqual([]);
  expect(searchDocuments(DOCUMENTS, 'restore', 1)).toHaveLength(1);
});
