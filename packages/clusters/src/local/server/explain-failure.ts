import { ClusterError } from '../../driver.ts';

const LINES_TOLD = 20;

/** The error of a server that ended before it answered, from what it wrote into its log. */
export function explainFailedStart(ref: string, port: number, log: readonly string[]): ClusterError {
  const text = log.join('\n');
  if (isDiskFull(text))
    return new ClusterError(
      'disk_full',
      `The database ${ref} cannot start because the disk is full: free some space and try again.`,
    );
  if (/could not bind .*(in use|Permission denied|assign requested)/.test(text))
    return explainPort(ref, port, text);
  const last = lastWords(log);
  return new ClusterError(
    'start_failed',
    `The database ${ref} did not start. ${last === '' ? 'It left no word in its log.' : `Its log says: ${last}`}`,
    { details: log.slice(-LINES_TOLD) },
  );
}

function explainPort(ref: string, port: number, text: string): ClusterError {
  if (/in use/.test(text))
    return new ClusterError(
      'port_in_use',
      `The database ${ref} cannot start because another program uses port ${port}: stop that program and try again.`,
    );
  const why = /Permission denied/.test(text)
    ? 'we may not use that port'
    : 'this machine does not have that address';
  return new ClusterError('start_failed', `The database ${ref} cannot listen on port ${port}: ${why}.`);
}

/** How a server that was running came to its end, as one sentence. Other sessions' failures in the log are not the reason. */
export function explainDeath(ref: string, pid: number, log: readonly string[]): string {
  if (log.slice(-8).some((line) => /received (fast|smart|immediate) shutdown request/.test(line)))
    return `The database ${ref} was shut down from outside.`;
  const last = log.findLast(
    (line) => /\bPANIC:/.test(line) || (line.includes(`[${pid}]`) && /\bFATAL:/.test(line)),
  );
  if (last && isDiskFull(last)) return `The database ${ref} stopped because the disk is full.`;
  return last
    ? `The database ${ref} stopped by itself. Its log says: ${shorten(last)}`
    : `The database ${ref} ended without a word in its log, as a process does that was killed.`;
}

/** The lines that tell most: what was fatal, else the very last ones. At most three. */
export function lastWords(log: readonly string[]): string {
  const loud = log.filter((line) => /\b(PANIC|FATAL|ERROR):|error:/.test(line));
  return (loud.length > 0 ? loud : log).slice(-3).map(shorten).join(' ');
}

function shorten(line: string): string {
  const message = line.replace(/^.*?\b(?:PANIC|FATAL|ERROR|LOG):\s*/, '').trim();
  return `${message.length > 300 ? `${message.slice(0, 300)}…` : message}${/[.!?]$/.test(message) ? '' : '.'}`;
}

function isDiskFull(text: string): boolean {
  return /No space left on device|Disk quota exceeded/.test(text);
}
