import { describe, expect, test } from 'vitest';
import { hashKind, passwordHasher } from './password-hasher.ts';
import { workQueue } from './work-queue.ts';

const hasher = passwordHasher(4);

test('a hash fits its password only, and is bcrypt of the cost', async () => {
  const hash = await hasher.hash('correct horse');
  expect(hash).toMatch(/^\$2[aby]\$04\$/);
  expect(await hasher.verify(hash, 'correct horse')).toBe(true);
  expect(await hasher.verify(hash, 'correct horsf')).toBe(false);
});

test.each([[null], [''], ['nonsense'], ['$argon2id$v=19$m=4294967295,t=1,p=1$c29tZXNhbHQ$aGFzaA']])(
  'nothing fits %j',
  async (hash) => {
    expect(await hasher.verify(hash, '')).toBe(false);
  },
);

test('without a hash there is work to do all the same', async () => {
  // The event loop would turn first if there were nothing to compute on another thread.
  const order: string[] = [];
  await Promise.all([
    hasher.verify(null, 'x').then(() => order.push('verified')),
    new Promise((resolve) => setImmediate(resolve)).then(() => order.push('turned')),
  ]);
  expect(order).toEqual(['turned', 'verified']);
});

test('hashes whose check would take hours are not checked', () => {
  const hash = (cost: string) => `$2b$${cost}$${'a'.repeat(53)}`;
  expect(['04', '10', '16', '17', '31'].map((cost) => hashKind(hash(cost)))).toEqual([
    'bcrypt',
    'bcrypt',
    'bcrypt',
    'unknown',
    'unknown',
  ]);
});

// The example that Firebase publishes with its own tool.
const FIREBASE = (parameters: string) =>
  `$fbscrypt$v=1,${parameters},ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==`;

test('a hash of Firebase fits its password, and one that costs too much is not checked', async () => {
  const hash = FIREBASE('n=14,r=8,p=1');
  expect(await hasher.verify(hash, 'user1password')).toBe(true);
  expect(await hasher.verify(hash, 'user2password')).toBe(false);
  expect(
    ['n=14,r=8,p=1', 'n=17,r=8,p=1', 'n=14,r=99,p=1', 'n=14,r=8,p=9'].map((cost) => hashKind(FIREBASE(cost))),
  ).toEqual(['firebase', 'unknown', 'unknown', 'unknown']);
});

describe('the queue', () => {
  test('runs so many at once and the others in order', async () => {
    const queue = workQueue(2, 10);
    const log: string[] = [];
    let running = 0;
    await Promise.all(
      [1, 2, 3, 4, 5].map((name) =>
        queue.run(async () => {
          running += 1;
          log.push(`${name} of ${running}`);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
        }),
      ),
    );
    expect(log.map((line) => line[0]).join('')).toBe('12345');
    expect(Math.max(...log.map((line) => Number(line.at(-1))))).toBe(2);
  });

  test('goes on after a failure, and refuses when too many wait', async () => {
    const queue = workQueue(1, 1);
    const failing = queue.run(() => Promise.reject(new Error('broken')));
    const waiting = queue.run(async () => 'done');
    await expect(queue.run(async () => 'never')).rejects.toMatchObject({ code: 'over_request_rate_limit' });
    await expect(failing).rejects.toThrow('broken');
    expect(await waiting).toBe('done');
  });

  test('lets those who have work take turns, and fills up for each apart', async () => {
    const queue = workQueue(1, 3);
    const log: string[] = [];
    const ask = (whose: string) => queue.run(async () => void log.push(whose), whose);
    const all = [...'aaaa', 'b', 'b', 'c'].map(ask);
    await expect(ask('a')).rejects.toMatchObject({ code: 'over_request_rate_limit' });
    await Promise.all([...all, ask('b')]);
    expect(log.join('')).toBe('aabcabab');
  });
});
