import type { Logger } from 'pino';
import { type Config, readConfig } from './config.ts';
import { endOnDefect } from './end-on-defect.ts';
import { type Home, openHome } from './home.ts';
import { createLogger } from './logger.ts';
import { giveUp } from './messages.ts';
import { explainMistake } from './operator-mistakes.ts';

export interface Beginning {
  config: Config;
  home: Home;
  log: Logger;
}

/** What each of our processes begins with. Where that cannot be had it ends, with the reason in one sentence. */
export async function beginProcess(name: 'platform' | 'gateway' | 'pooler' | 'door'): Promise<Beginning> {
  try {
    const config = readConfig(process.env);
    const home = await openHome(config.home);
    const log = createLogger(name, config.logLevel, `${home.logs}/${name}.log`);
    endOnDefect(name, log, home.logs);
    return { config, home, log };
  } catch (error) {
    giveUp(reasonOf(error));
    // The reason is on its way; what comes next must not run.
    return new Promise(() => {});
  }
}

/** Why a start failed, as one sentence. */
export function reasonOf(error: unknown, logs?: string): string {
  const mistake = explainMistake(error);
  if (mistake !== null) return mistake;
  const message = error instanceof Error ? error.message : String(error);
  // Whatever clusters throw on purpose is a whole sentence.
  if (error instanceof Error && error.name === 'ClusterError') return message;
  const where = logs === undefined ? '' : ` The log is in ${logs}.`;
  return `Basalt could not start: ${message.replace(/\.?$/, '.')}${where}`;
}
