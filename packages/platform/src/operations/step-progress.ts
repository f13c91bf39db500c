import type { StepProgress } from '@basalt/contract';
import type { TransferProgress } from '@basalt/postgres';

const EVERY_MS = 500;

/** Takes every report of something that goes on, and writes the newest one down now and then. Nobody waits for that. */
export function keepProgress(
  write: (progress: StepProgress) => Promise<void>,
  onFailure: (error: unknown) => void,
): { report: (progress: StepProgress) => void; close: () => void } {
  let latest: StepProgress | null = null;
  const timer = setInterval(() => {
    if (latest === null) return;
    write(latest).catch(onFailure);
    latest = null;
  }, EVERY_MS);
  return {
    report: (progress) => {
      latest = progress;
    },
    close: () => clearInterval(timer),
  };
}

/** How far a dump or a copy is, as steps and files say it over the wire. */
export function toStepProgress({ text, doneBytes, totalBytes }: TransferProgress): StepProgress {
  return { text, done_bytes: doneBytes, total_bytes: totalBytes };
}
