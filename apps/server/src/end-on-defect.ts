import type { Logger } from 'pino';
import { giveUp } from './messages.ts';
import { explainMistake } from './operator-mistakes.ts';

/**
 * An error that nobody caught ends the process: with a line in the log, and one sentence for whoever looks at the terminal. What
 * is theirs to mend (a full disk, a folder without rights) is not called a defect.
 */
export function endOnDefect(name: string, log: Logger, logs: string): void {
  process.on('uncaughtException', (error) => {
    const mistake = explainMistake(error);
    log.fatal({ err: error }, mistake ?? 'defect');
    giveUp(
      mistake ?? `The ${name} process ended because of a defect: ${error.message} The log is in ${logs}.`,
    );
  });
}
