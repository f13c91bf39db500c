import type { Log } from '../../kernel/log.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { ReservedAnswer, RunningAnswers } from '../../kernel/ports.ts';

interface Answer {
  /** Everything told so far, as it goes over the wire. */
  readonly events: string[];
  readonly stopping: AbortController;
  /** Also of one that is only reserved: whoever stops it finds all that is kept of it. */
  readonly ended: Promise<void>;
  isOver: boolean;
  /** Woken at every event and at the end. */
  readonly readers: Set<() => void>;
}

const LAST_EVENT = 'data: [DONE]\n\n';

/** Kept in the memory of this process: what was told is also kept with the message, so that its end loses little. */
export class MemoryRunningAnswers implements RunningAnswers {
  readonly #answers = new Map<string, Answer>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  isRunning(chatId: string): boolean {
    return this.#answers.has(chatId);
  }

  reserve(chatId: string): ReservedAnswer {
    if (this.#answers.has(chatId))
      throw new PlatformError(
        'conflict',
        'An answer is being written in this chat. Stop it, or wait for its end.',
      );
    const end = Promise.withResolvers<void>();
    const answer: Answer = {
      events: [],
      stopping: new AbortController(),
      ended: end.promise,
      isOver: false,
      readers: new Set(),
    };
    this.#answers.set(chatId, answer);
    const release = () => {
      answer.isOver = true;
      this.#answers.delete(chatId);
      for (const wake of answer.readers) wake();
      end.resolve();
    };
    const tell = (event: unknown) => {
      answer.events.push(`data: ${JSON.stringify(event)}\n\n`);
      for (const wake of answer.readers) wake();
    };
    return {
      release,
      write: (work) => {
        void work(tell, answer.stopping.signal)
          .catch((error: unknown) => {
            this.#log('error', { err: error, chat: chatId }, 'an answer of the assistant failed');
            tell({ type: 'error', errorText: 'Something went wrong on our side. Ask again.' });
          })
          .finally(release);
      },
    };
  }

  follow(chatId: string): AsyncGenerator<string, void> | null {
    const answer = this.#answers.get(chatId);
    return answer === undefined ? null : read(answer);
  }

  async stop(chatId: string): Promise<boolean> {
    const answer = this.#answers.get(chatId);
    if (answer === undefined) return false;
    answer.stopping.abort();
    await answer.ended;
    return true;
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#answers.keys()].map((chatId) => this.stop(chatId)));
  }
}

async function* read(answer: Answer): AsyncGenerator<string, void> {
  let told = 0;
  for (;;) {
    if (told < answer.events.length) {
      const text = answer.events.slice(told).join('');
      told = answer.events.length;
      yield text;
    } else if (answer.isOver) {
      yield LAST_EVENT;
      return;
    } else {
      await new Promise<void>((resolve) => {
        const wake = () => {
          answer.readers.delete(wake);
          resolve();
        };
        answer.readers.add(wake);
      });
    }
  }
}
