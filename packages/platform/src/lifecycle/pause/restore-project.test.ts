import { describe, expect, it } from 'vitest';
import { assertRestorableWith, restoreVersionsOf } from './restore-project.ts';

const project = { postgres_engine: '16', release_channel: 'ga' } as const;

describe('the version of a restore', () => {
  it("is the project's own", () => {
    expect(restoreVersionsOf(project)).toEqual([
      { version: 'supabase-postgres-16', postgres_engine: '16', release_channel: 'ga' },
    ]);
  });

  it.each([
    {},
    { postgres_engine: '16' },
    { release_channel: 'ga' },
    { postgres_engine: '16', release_channel: 'ga' },
  ])('is taken: %j', (wanted) => {
    expect(() => assertRestorableWith(project, wanted)).not.toThrow();
  });

  it.each([
    { postgres_engine: '17' },
    { postgres_engine: '15' },
    { postgres_engine: '16', release_channel: 'beta' },
    { postgres_engine: '' },
    { release_channel: 'preview' },
  ])('is refused: %j', (wanted) => {
    expect(() => assertRestorableWith(project, wanted)).toThrow(/only be restored with PostgreSQL 16 \(ga\)/);
  });
});
