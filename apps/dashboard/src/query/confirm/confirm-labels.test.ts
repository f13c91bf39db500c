import { describe, expect, it } from 'vitest';
import { blockedLabels } from './confirm-labels.ts';

const denied = 'permission denied for table secrets';

describe('blockedLabels', () => {
  it.each(['update t set a = 1', 'with x as (delete from t returning *) select * from x', 'truncate t'])(
    'says that %s writes',
    (sql) => {
      expect(blockedLabels(sql, denied)).toMatchObject({
        notice: 'This query contains write operations, so it does not run by itself.',
        question: 'This query contains write operations. Are you sure you want to execute it?',
      });
    },
  );

  it('does not call reading what may not be read a write', () => {
    const words = blockedLabels('select secret from vault.secrets', denied);
    expect(words.notice).toBe(
      'The read-only connection may not run this query: permission denied for table secrets.',
    );
    expect(JSON.stringify(words)).not.toContain('write operations');
  });

  it('names a function that nobody can see into', () => {
    expect(blockedLabels('select pay_everybody()', denied)).toMatchObject({
      notice: 'This query runs functions that may write, so it does not run by itself.',
      question: 'This query runs the function pay_everybody. Are you sure you want to execute it?',
    });
  });
});
