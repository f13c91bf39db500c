import type { Logger } from 'pino';
import { giveUp } from './messages.ts';

/** An error that nobody caught ends the process: with a line in the log, and one sentence for whoever looks at the terminal. */
export function endOnDefect(name: string, log: Logger, logs: string): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'defect');
    giveUp(`The ${name} process ended because of a defect: ${error.message} The log is in ${logs}.`);
  });
}
