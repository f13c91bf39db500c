import process from 'node:process';

/** The oldest Node that runs the scripts of this folder, before anything is installed. */
const OLDEST = [20, 19];

/** Ends the process with one sentence when this Node is too old for the scripts of this folder. */
export function requireNode() {
  if (isAtLeast(process.versions.node, OLDEST)) return;
  console.error(
    `Basalt needs Node ${OLDEST.join('.')} or later, this is ${process.versions.node}: install a newer one from https://nodejs.org and try again.`,
  );
  process.exit(1);
}

/** Whether a version such as `22.18.0` is `[major, minor]` or later. */
export function isAtLeast(version, [major, minor]) {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}
