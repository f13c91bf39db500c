import type { AuthUser } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { userState } from './user-state.tsx';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const EARLIER = '2026-06-01T11:00:00Z';
const LATER = '2026-06-01T13:00:00Z';
const user: AuthUser = {
  id: '6f1c0e0e-0000-4000-8000-000000000001',
  email: 'ada@example.com',
  phone: '',
  created_at: EARLIER,
  updated_at: EARLIER,
  app_metadata: {},
  user_metadata: {},
};

describe('userState', () => {
  it.each<[Partial<AuthUser>, string]>([
    [{}, 'Waiting'],
    [{ invited_at: EARLIER }, 'Invited'],
    [{ invited_at: EARLIER, confirmed_at: EARLIER }, 'Confirmed'],
    [{ is_anonymous: true }, 'Anonymous'],
    [{ confirmed_at: EARLIER, banned_until: LATER }, 'Banned'],
    [{ is_anonymous: true, banned_until: LATER }, 'Banned'],
    [{ confirmed_at: EARLIER, banned_until: EARLIER }, 'Confirmed'],
    [{ confirmed_at: EARLIER, banned_until: LATER, deleted_at: EARLIER }, 'Deleted'],
  ])('%j is %s', (facts, label) => {
    expect(userState({ ...user, ...facts }, NOW).label).toBe(label);
  });
});
