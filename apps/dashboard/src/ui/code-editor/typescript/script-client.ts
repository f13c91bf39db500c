import type {
  ScriptAnswers,
  ScriptPackage,
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

/** What is there now. Each the same array as long as nothing of it has changed. */
export interface ScriptState {
  files: readonly ScriptSource[];
  packages: readonly ScriptPackage[];
}

/** Starts the worker with the first question. */
export function createScriptClient(read: () => ScriptState): ScriptClient {
  const waiting = new Map<number, (answer: ScriptResponse['answer']) => void>();
  let worker: Worker | null = null;
  let isBroken = false;
  let sent: readonly ScriptSource[] | null = null;
  let sentPackages: readonly ScriptPackage[] | null = null;
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
      const { files: kept, packages } = read();
      const files = withFile(kept, file);
      count += 1;
      const request: ScriptRequest = {
        id: count,
        path: file.path,
        files: files === sent ? null : files,
        packages: packages === sentPackages ? null : packages,
        question,
      };
      sent = files;
      sentPackages = packages;
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
