import type { StepProgress } from '@basalt/contract';
import type { TransferProgress } from '@basalt/postgres';

/** How far a dump or a copy is, as steps and files say it over the wire. */
export function toStepProgress({ text, doneBytes, totalBytes }: TransferProgress): StepProgress {
  return { text, done_bytes: doneBytes, total_bytes: totalBytes };
}
