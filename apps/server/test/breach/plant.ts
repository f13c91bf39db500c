import { join } from 'node:path';
import { NotApplicable, type Scene } from './attempt.ts';
import { literal, perl, quoted } from './intruder.ts';

// What attempts do again and again, in the project that was broken into.

/** Two names in a data directory: what is there, and where the link that takes its place leads. */
export interface Swap {
  path: string;
  target: string;
}

/** Puts a link in the place of a file or folder while the server runs. */
export async function swap(at: Scene, { path, target }: Swap): Promise<void> {
  const name = join(at.intruder.dataDirectory, path);
  await at.intruder.shell(
    `mv ${quoted(name)} ${quoted(`${name}.kept`)}; ln -sfn ${quoted(target)} ${quoted(name)}`,
  );
}

/** The same, and ends the server at once, so that the platform finds it there. */
export async function swapAndCrash(at: Scene, wanted: Swap): Promise<void> {
  await swap(at, wanted);
  const file = quoted(join(at.intruder.dataDirectory, 'postmaster.pid'));
  // Its own children among them, this command too: what it says is lost with its session.
  const end = `pid=$(head -1 ${file}); kill -QUIT $pid; sleep 1; kill -KILL $pid`;
  await at.intruder.shell(`setsid sh -c ${quoted(end)} >/dev/null 2>&1 &`).catch(() => undefined);
  await untilStopped(at);
}

/** Waits until nothing serves the project any more; not without end, for a wall may be what keeps it alive. */
export async function untilStopped({ host, ref }: Scene): Promise<void> {
  for (let n = 0; n < 60 && (await host.driver.status(ref)) === 'running'; n += 1) await moment();
}

/**
 * Exchanges names with links to and fro without end, from the moment the server is gone: neither name is ever missing. Renaming the
 * data directory does not shake it off. What Perl has no function for goes by the number of the system call.
 */
export function swapper(dataDirectory: string, swaps: readonly Swap[]): string {
  const list = swaps.map(({ path, target }) => `[q(${path}),q(${target})]`).join(',');
  return perl(`use POSIX; my $nr = (POSIX::uname())[4] eq "aarch64" ? 276 : 316;
    open(my $d, "<", q(${dataDirectory})) or exit 1; my $p = "/proc/self/fd/".fileno($d)."/";
    my @s = map { [$p.$_->[0], $p.$_->[0].".l", $_->[1]] } (${list}); symlink($_->[2], $_->[1]) for @s;
    select(undef,undef,undef,0.001) while -e $p."postmaster.pid";
    while (1) { syscall($nr, -100, $_->[0], -100, $_->[1], 2) == 0 or symlink($_->[2], $_->[1]) for @s; select(undef,undef,undef,rand(0.001)); }`);
}

/** Writes a setting where every later start of this data directory reads it, on whatever machine. */
export async function set(at: Scene, name: string, value: string): Promise<void> {
  await at.intruder.sql(`alter system set ${name} = ${literal(value)}`);
}

/** The same without asking the server, which checks what it is given. */
export async function append(at: Scene, file: string, lines: readonly string[]): Promise<void> {
  const path = join(at.intruder.dataDirectory, file);
  for (const line of lines) await at.intruder.shell(`printf '%s\\n' ${quoted(line)} >> ${quoted(path)}`);
}

/** Who must never be the one that runs what was planted. */
export function outsiders(at: Scene): string[] {
  const others = at.isRoot ? [0, at.neighbour.uid, at.platform.uid, 65_534] : [0];
  return at
    .told()
    .filter(({ uid }) => others.includes(uid))
    .map(({ uid }) => `what was planted ran as user ${uid}`);
}

export function anybody(at: Scene): string[] {
  return at.told().map(({ uid }) => `what was planted ran, as user ${uid}`);
}

/** Says so when the text has a secret of somebody else in it. */
export function leaked(at: Scene, text: string): string[] {
  return [at.neighbour.secret, at.platform.secret, at.canary.secret]
    .filter((secret) => text.includes(secret))
    .map(() => `it was read: ${text.slice(0, 120)}`);
}

export function moment(ms = 50): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Prints the path of the program that his server runs. */
export function serverProgram({ intruder }: Scene): string {
  return `readlink /proc/$(head -1 ${quoted(join(intruder.dataDirectory, 'postmaster.pid'))})/exe`;
}

/** The path of a library that tells when it is loaded. */
export function compiled(at: Scene): string {
  if (at.library === null) throw new NotApplicable('nothing here compiles a library');
  return at.library;
}
