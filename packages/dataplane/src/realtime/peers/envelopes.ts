/** What one notification may hold, below PostgreSQL's 8,000 bytes. */
const MAX_PART = 7_800;
const MAX_PARTS = 2_000;

/** Cuts a message into texts that each fit into one notification. */
export function toEnvelopes(from: string, sequence: number, message: unknown): string[] {
  const text = Buffer.from(JSON.stringify(message)).toString('base64');
  const count = Math.max(1, Math.ceil(text.length / MAX_PART));
  return Array.from(
    { length: count },
    (_, index) =>
      `${from} ${sequence} ${index} ${count} ${text.slice(index * MAX_PART, (index + 1) * MAX_PART)}`,
  );
}

const ENVELOPE = /^([\w-]{1,40}) (\d{1,15}) (\d{1,4}) (\d{1,4}) ([\w+/=]*)$/;

/** Puts the parts of each sender together. They come in order, so a part that does not follow the one before it begins anew. */
export class EnvelopeReader {
  readonly #parts = new Map<string, { sequence: string; texts: string[] }>();

  /** @returns a whole message and who sent it; null: there is more to come, or it is none */
  read(text: string): { from: string; message: unknown } | null {
    const [, from = '', sequence = '', index, count, part = ''] = ENVELOPE.exec(text) ?? [];
    if (from === '' || Number(count) > MAX_PARTS) return null;
    const known = this.#parts.get(from);
    const gathered = known?.sequence === sequence ? known : { sequence, texts: [] };
    if (Number(index) !== gathered.texts.length) return null;
    gathered.texts.push(part);
    if (gathered.texts.length < Number(count)) {
      this.#parts.set(from, gathered);
      return null;
    }
    this.#parts.delete(from);
    try {
      return { from, message: JSON.parse(Buffer.from(gathered.texts.join(''), 'base64').toString('utf8')) };
    } catch {
      return null;
    }
  }

  forget(from: string): void {
    this.#parts.delete(from);
  }
}
