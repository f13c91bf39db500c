import { expect, it } from 'vitest';
import { toLines, toLists } from './block-lines.ts';

it('lines are sorted into addresses of both versions, whatever stands between them', () => {
  expect(toLists(' 203.0.113.0/24,\n\n2001:db8::/32 10.0.0.1\n')).toEqual({
    dbAllowedCidrs: ['203.0.113.0/24', '10.0.0.1'],
    dbAllowedCidrsV6: ['2001:db8::/32'],
  });
});

it('a project that lets everybody try has no lines, and one without blocks has none either', () => {
  expect(toLines({ dbAllowedCidrs: ['0.0.0.0/0'], dbAllowedCidrsV6: ['::/0'] })).toBeNull();
  expect(toLines({ dbAllowedCidrs: [], dbAllowedCidrsV6: [] })).toBe('');
  expect(toLines({ dbAllowedCidrs: ['10.0.0.0/8'], dbAllowedCidrsV6: ['2001:db8::/32'] })).toBe(
    '10.0.0.0/8\n2001:db8::/32',
  );
});
