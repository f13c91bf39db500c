import type { AuthUser } from '@basalt/contract';
import { minuteTime } from '../../lib/format/moment.ts';
import { type Fact, FactList } from '../../ui/lists/fact-list.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { isForGood } from './ban-dialog.tsx';
import { phoneNumber, providerLabel, providersOf, userName } from './user-names.ts';
import { isBanned } from './user-state.tsx';

/** Who a user is, and when what happened to the account. */
export function UserFacts({ user }: { user: AuthUser }) {
  const facts: (Fact | null)[] = [
    { label: 'User ID', value: <code>{user.id}</code>, copy: user.id },
    user.email === '' ? null : { label: 'E-mail address', value: <bdi>{user.email}</bdi>, copy: user.email },
    user.phone === ''
      ? null
      : { label: 'Phone number', value: phoneNumber(user.phone), copy: phoneNumber(user.phone) },
    fact('Name', userName(user), (name) => <bdi>{name}</bdi>),
    { label: 'Signs in with', value: providersOf(user).map(providerLabel).join(', ') || 'Nothing' },
    time('Created', user.created_at),
    time('Invited', user.invited_at),
    time('E-mail confirmed', user.email_confirmed_at),
    time('Phone confirmed', user.phone_confirmed_at),
    {
      label: 'Last sign-in',
      value: user.last_sign_in_at ? <TimeAgo date={user.last_sign_in_at} /> : 'Never',
    },
    time('Recovery mail sent', user.recovery_sent_at),
    bannedUntil(user),
    time('Deleted', user.deleted_at),
  ];
  return (
    <Section title="About">
      <FactList facts={facts.filter((each) => each !== null)} />
    </Section>
  );
}

function fact(label: string, value: string | null, show: (value: string) => Fact['value']): Fact | null {
  return value === null ? null : { label, value: show(value) };
}

function time(label: string, date: string | undefined): Fact | null {
  return date === undefined ? null : { label, value: <TimeAgo date={date} /> };
}

function bannedUntil(user: AuthUser): Fact | null {
  const until = user.banned_until;
  if (until === undefined || !isBanned(user, Date.now())) return null;
  const end = isForGood(until, Date.now()) ? 'it is lifted' : until;
  return { label: 'Banned until', value: end === until ? <EndOf date={until} /> : end };
}

function EndOf({ date }: { date: string }) {
  return <time dateTime={date}>{minuteTime(date)}</time>;
}
