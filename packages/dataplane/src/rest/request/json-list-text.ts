import { invalidBody } from '../errors/request-errors.ts';
import { LARGE_BODY_BYTES, MAX_CSV_AS_JSON } from './limits.ts';

/** Puts a JSON array together from the texts of its elements. Many short texts cost far more memory than a few long ones. */
export class JsonListText {
  #pieces: Buffer[] = [];
  #piece = '[';
  #length = 0;
  #isEmpty = true;

  /** @throws {RestError} PGRST102 when there is too much */
  add(element: string): void {
    this.#piece += this.#isEmpty ? element : `,${element}`;
    this.#isEmpty = false;
    if (this.#piece.length > LARGE_BODY_BYTES) this.#keepPiece();
  }

  /** Long texts as bytes. */
  finish(): string | Buffer {
    if (this.#pieces.length === 0) return `${this.#piece}]`;
    this.#piece += ']';
    this.#keepPiece();
    return Buffer.concat(this.#pieces);
  }

  #keepPiece(): void {
    this.#length += this.#piece.length;
    if (this.#length > MAX_CSV_AS_JSON) throw invalidBody('The CSV has too many values. Send it in parts.');
    this.#pieces.push(Buffer.from(this.#piece));
    this.#piece = '';
  }
}
