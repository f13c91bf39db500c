import type {
  ScriptAnswers,
  ScriptQuestion,
  ScriptRequest,
  ScriptResponse,
  ScriptSource,
} from './script-messages.ts';

/** Asks TypeScript, which runs in a worker. */
export interface ScriptClient {
  /**
   * Null: it cannot be answered.
   * @param file the open file, as it is in the editor: where the others are kept it may be a keystroke older
   */
  ask<T extends ScriptQuestion['type']>(
    file: ScriptSource,
    question: Extract<ScriptQuestion, { type: T }>,
  ): Promise<ScriptAnswers[T] | null>;
  close(): void;
}

/**
 * Starts the worker with the first question.
 * @param readFiles all files as they are now; the same array as long as none has changed
 */
export function createScriptClient(readFiles: () => readonly ScriptSource[]): ScriptClient {
  const waiting = new Map<number, (answer: ScriptResponse['answer']) => void>();
  let worker: Worker | null = null;
  let isBroken = false;
  let sent: readonly ScriptSource[] | null = null;
  let count = 0;

  const end = () => {
    isBroken = true;
    worker?.terminate();
    for (const settle of waiting.values()) settle(null);
    waiting.clear();
  };
  const start = () => {
    const started = new Worker(new URL('./script-worker.ts', import.meta.url), { type: 'module' });
    started.onmessage = ({ data: { id, answer } }: MessageEvent<ScriptResponse>) => {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    };
    // Without it the editor is one without help.
    started.onerror = end;
    return started;
  };

  return {
    async ask(file, question) {
      if (isBroken) return null;
      worker ??= start();
      const files = withFile(readFiles(), file);
      count += 1;
      const request: ScriptRequest = {
        id: count,
        path: file.path,
        files: files === sent ? null : files,
        question,
      };
      sent = files;
      worker.postMessage(request);
      return await new Promise((settle) => {
        waiting.set(request.id, (answer) => settle(answer as never));
      });
    },
    close: end,
  };
}

function withFile(files: readonly ScriptSource[], file: ScriptSource): readonly ScriptSource[] {
  const known = files.find(({ path }) => path === file.path);
  return known?.text === file.text ? files : [...files.filter((each) => each !== known), file];
}
