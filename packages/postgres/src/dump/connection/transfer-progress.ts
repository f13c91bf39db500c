export interface TransferProgress {
  /** What is being done, for people: "Copying public.orders". */
  text: string;
  doneBytes: number;
  totalBytes: number;
}

/** Bytes on the way for one table. They never count more than the table was thought to have. */
export interface TransferPart {
  moved(bytes: number): void;
  done(): void;
}

const REPORT_EVERY_MS = 200;

/**
 * Adds up parts that may run side by side. What goes over the wire is not what the table has on disk, so every part counts
 * towards its share of the total and is complete when it is done.
 */
export class ProgressMeter {
  readonly #total: number;
  readonly #report: ((progress: TransferProgress) => void) | undefined;
  #done = 0;
  #reportedAt = 0;

  constructor(totalBytes: number, report: ((progress: TransferProgress) => void) | undefined) {
    this.#total = totalBytes;
    this.#report = report;
  }

  start(text: string, expectedBytes: number): TransferPart {
    let counted = 0;
    const count = (bytes: number) => {
      const added = Math.min(bytes, expectedBytes - counted);
      counted += added;
      this.#done += added;
    };
    this.#tell(text);
    return {
      moved: (bytes) => {
        count(bytes);
        if (Date.now() - this.#reportedAt >= REPORT_EVERY_MS) this.#tell(text);
      },
      done: () => {
        count(expectedBytes);
        this.#tell(text);
      },
    };
  }

  #tell(text: string): void {
    this.#reportedAt = Date.now();
    this.#report?.({ text, doneBytes: this.#done, totalBytes: this.#total });
  }
}
