import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MODULE = new URL('./killable-storage-for-test.ts', import.meta.url);
/** As with `npm start`: it is started dozens of times. */
const COMPILED = fileURLToPath(new URL('../../../../../node_modules/.cache/compiled', import.meta.url));

interface Running {
  child: ChildProcess;
  url: Promise<string>;
}

/** A gateway with storage that may die at any step. Another one is always ready, so that nobody waits for its start. */
export class StorageProcess {
  readonly #setup: string;
  #present: Running;
  #spare: Running;

  constructor(setup: object) {
    this.#setup = JSON.stringify(setup);
    this.#present = this.#start();
    this.#spare = this.#start();
  }

  get url(): Promise<string> {
    return this.#present.url;
  }

  /** It dies just before the step with this number, from 0. */
  async armed(killAt: number): Promise<void> {
    const { child } = this.#present;
    const answer = heard<{ armed: true }>(child);
    child.send({ killAt });
    await answer;
  }

  /** The steps since it was armed; null: it has died of one, and the next process is in its place. */
  async steps(): Promise<string[] | null> {
    const { child } = this.#present;
    const death = once(child, 'exit').then(() => null);
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    if (!hasEnded()) child.send('steps', () => {});
    const answer = hasEnded()
      ? null
      : await Promise.race([heard<{ steps: string[] }>(child).catch(() => null), death]);
    if (answer !== null) return answer.steps;
    if (child.signalCode !== 'SIGKILL') throw new Error(`The process ended by itself (${child.exitCode}).`);
    this.#present = this.#spare;
    this.#spare = this.#start();
    return null;
  }

  end(): void {
    for (const { child } of [this.#present, this.#spare]) child.kill('SIGKILL');
  }

  #start(): Running {
    const child = fork(MODULE, [this.#setup], {
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const url = heard<{ url: string }>(child).then((answer) => answer.url);
    // Told to whoever waits for it.
    url.catch(() => {});
    return { child, url };
  }
}

async function heard<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The process has ended.');
    }),
  ]);
  return answer as Answer;
}
