import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { reasonOf } from './begin-process.ts';

/**
 * Runs one of the commands that print something and end: reads its options, or ends with 2 and its help; ends with what `work`
 * answers, or with 1 and a sentence.
 */
export async function runCommand<const Options extends ParseArgsOptionsConfig>(
  help: string,
  options: Options,
  work: (
    values: ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>['values'],
    words: string[],
  ) => Promise<number>,
): Promise<void> {
  const fail = (sentence: string, code: number) => {
    console.error(sentence);
    process.exitCode = code;
  };
  if (process.argv.includes('--help')) return console.log(help);
  const parsed = (() => {
    try {
      return parseArgs({ options, allowPositionals: true, strict: true });
    } catch (error) {
      return error as Error;
    }
  })();
  if (parsed instanceof Error) return fail(`${parsed.message.split('.', 1)[0]}.\n\n${help}`, 2);
  // What a server may drop at its end a command waits for.
  const awake = setInterval(() => {}, 60_000);
  try {
    process.exitCode = await work(parsed.values, parsed.positionals);
  } catch (error) {
    if (error instanceof UsageError) fail(`${error.message}\n\n${help}`, 2);
    else fail(reasonOf(error), 1);
  } finally {
    clearInterval(awake);
  }
}

/** What was asked for does not make sense; the help is shown with it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
