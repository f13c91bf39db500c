import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where a program runs that has a network of its own, as far as this machine offers that. */
export interface Machine {
  /** What it listens on, and where others reach it. */
  address: string;
  /** Where it reaches the machine of the tests. */
  home: string;
  /** Goes before its command. */
  before: readonly string[];
}

export interface Machines {
  all: readonly Machine[];
  remove(): Promise<void>;
}

/** This machine itself. */
export const HERE: Machine = { address: '127.0.0.1', home: '127.0.0.1', before: [] };

/** Network namespaces, each joined to this machine by a cable; programs of this machine where it offers none (without root, without `ip`). */
export async function makeMachines(count: number): Promise<Machines> {
  const names: string[] = [];
  const remove = async () => {
    for (const name of names) await ip('netns', 'delete', name).catch(() => {});
  };
  try {
    const all: Machine[] = [];
    const [net, id] = [`10.231.${randomInt(1, 255)}`, randomInt(1e5, 1e6)];
    for (let index = 0; index < count; index += 1) {
      const name = `basalt-${id}-${index}`;
      const [home, address] = [`${net}.${index * 4 + 1}`, `${net}.${index * 4 + 2}`];
      const [outer, inner] = [`b${id}h${index}`, `b${id}n${index}`];
      await ip('netns', 'add', name);
      names.push(name);
      await ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', name);
      await ip('address', 'add', `${home}/30`, 'dev', outer);
      await ip('link', 'set', outer, 'up');
      await ip('-n', name, 'address', 'add', `${address}/30`, 'dev', inner);
      await ip('-n', name, 'link', 'set', inner, 'up');
      await ip('-n', name, 'link', 'set', 'lo', 'up');
      all.push({ address, home, before: ['ip', 'netns', 'exec', name] });
    }
    return { all, remove };
  } catch {
    await remove();
    return { all: Array(count).fill(HERE), remove: async () => {} };
  }
}

async function ip(...args: string[]): Promise<void> {
  await run('ip', args);
}
