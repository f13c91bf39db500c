const PAGE_BYTES = 32 * 1024;
/** Longer texts and values travel as pieces of their own and are not copied into a page. */
const LARGE = 2048;
/** Room for the longest thing that is written at once: a text of LARGE characters in UTF-8. */
const ROOM = LARGE * 3 + 64;

const PARSE = 0x50;
const BIND = 0x42;
const EXECUTE = 0x45;
const CLOSE = 0x43;
const SYNC = 0x53;
const STATEMENT = 0x53;

/** Builds messages for the server one behind the other, to be sent with one write. Texts must not contain NUL. */
export class MessageEncoder {
  #page = Buffer.alloc(0);
  #at = 0;
  /** Where the bytes of the page that were not taken yet begin. */
  #from = 0;
  #pieces: Buffer[] = [];
  /** Bytes written since the beginning of the message, and where its length belongs. */
  #size = 0;
  #lengthPage = this.#page;
  #lengthAt = 0;

  /** Prepares a statement; the name '' is for one use. */
  parse(name: string, sql: string): void {
    this.#open(PARSE);
    this.#name(name);
    this.#text(sql);
    this.#byte(0);
    this.#int16(0);
    this.#close();
  }

  /** Binds values in text form to the unnamed portal; the result comes in text form too. */
  bind(name: string, values: readonly (string | Buffer | null)[]): void {
    this.#open(BIND);
    this.#byte(0);
    this.#name(name);
    this.#int16(0);
    this.#int16(values.length);
    for (const value of values) this.#value(value);
    this.#int16(0);
    this.#close();
  }

  /** Runs the unnamed portal to its end. */
  execute(): void {
    this.#open(EXECUTE);
    this.#byte(0);
    this.#int32(0);
    this.#close();
  }

  /** Forgets a prepared statement. */
  closeStatement(name: string): void {
    this.#open(CLOSE);
    this.#byte(STATEMENT);
    this.#name(name);
    this.#close();
  }

  sync(): void {
    this.#open(SYNC);
    this.#close();
  }

  /** All that was built since the last call, in order. */
  take(): Buffer[] {
    this.#cut();
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  #open(type: number): void {
    this.#ensureRoom();
    this.#byte(type);
    this.#lengthPage = this.#page;
    this.#lengthAt = this.#at;
    this.#size = 0;
    this.#int32(0);
  }

  #close(): void {
    this.#lengthPage.writeInt32BE(this.#size, this.#lengthAt);
  }

  #value(value: string | Buffer | null): void {
    this.#ensureRoom();
    if (value === null) {
      this.#int32(-1);
    } else if (value.length > LARGE) {
      const bytes = typeof value === 'string' ? Buffer.from(value) : value;
      this.#int32(bytes.length);
      this.#piece(bytes);
    } else {
      const lengthAt = this.#at;
      this.#int32(0);
      this.#page.writeInt32BE(this.#write(value), lengthAt);
    }
  }

  #name(name: string): void {
    this.#text(name);
    this.#byte(0);
  }

  #text(text: string): void {
    this.#ensureRoom();
    if (text.length > LARGE) this.#piece(Buffer.from(text));
    else this.#write(text);
  }

  /** Writes what has room and returns its bytes. */
  #write(text: string | Buffer): number {
    const bytes =
      typeof text === 'string' ? this.#page.write(text, this.#at) : text.copy(this.#page, this.#at);
    this.#at += bytes;
    this.#size += bytes;
    return bytes;
  }

  #byte(value: number): void {
    this.#at = this.#page.writeUInt8(value, this.#at);
    this.#size += 1;
  }

  #int16(value: number): void {
    this.#at = this.#page.writeUInt16BE(value, this.#at);
    this.#size += 2;
  }

  #int32(value: number): void {
    this.#at = this.#page.writeInt32BE(value, this.#at);
    this.#size += 4;
  }

  #piece(bytes: Buffer): void {
    this.#cut();
    this.#pieces.push(bytes);
    this.#size += bytes.length;
    this.#ensureRoom();
  }

  #cut(): void {
    if (this.#at > this.#from) this.#pieces.push(this.#page.subarray(this.#from, this.#at));
    this.#from = this.#at;
  }

  /** A page is written once and then left to the socket, which may still be reading it. */
  #ensureRoom(): void {
    if (this.#page.length - this.#at >= ROOM) return;
    this.#cut();
    this.#page = Buffer.allocUnsafeSlow(PAGE_BYTES);
    this.#at = 0;
    this.#from = 0;
  }
}
