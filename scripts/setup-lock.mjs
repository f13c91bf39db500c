import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

const HEARTBEAT = 2_000;
const STALE_AFTER = 60_000;
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Runs `work` while no other process does the same under this lock file. The lock of a process that has died,
 * or has not touched it for a minute, is taken over. `onWait` is told once, with the process id of the holder.
 */
export async function withSetupLock(path, work, onWait) {
  mkdirSync(dirname(path), { recursive: true });
  let told = false;
  while (!take(path)) {
    const holder = readHolder(path);
    if (holder === null) continue;
    if (isStale(path, holder)) {
      breakLock(path, holder);
      continue;
    }
    if (!told) onWait(holder.split(' ')[0]);
    told = true;
    await sleep(200);
  }
  const heartbeat = setInterval(() => touch(path), HEARTBEAT);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if (readHolder(path) === ownName()) rmSync(path, { force: true });
  }
}

function take(path) {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, ownName());
  try {
    // A link is made whole or not at all, so nobody ever reads an empty lock.
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Process ids are used again after a restart of the machine; together with the start time they are not. */
function ownName() {
  return `${process.pid} ${startTimeOf(process.pid)}`;
}

function startTimeOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[19];
  } catch {
    return 'unknown';
  }
}

function readHolder(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function isStale(path, holder) {
  const [pid, startTime] = holder.split(' ');
  try {
    if (Date.now() - statSync(path).mtimeMs > STALE_AFTER) return true;
    process.kill(Number(pid), 0);
  } catch (error) {
    if (error.code !== 'EPERM') return true;
  }
  return startTimeOf(pid) !== startTime;
}

/** Moves a stale lock away. Whoever moved a fresh one by mistake (two at the same moment) puts it back. */
function breakLock(path, holder) {
  const aside = `${path}.broken.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readHolder(aside) !== holder) linkSync(aside, path);
  } catch {
    // Somebody else was faster; the next round sees what is true now.
  }
  rmSync(aside, { force: true });
}

function touch(path) {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The folder went away under us; the work itself will say so.
  }
}
