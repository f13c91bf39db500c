import { createHash } from 'node:crypto';
import { message, TYPE, zeroTerminated } from '../protocol/messages.ts';

/** A prepared statement, wherever it is prepared. Clients that prepare the same text share one. */
export interface Statement {
  /** What it is called on servers; '' for one without a name. */
  name: string;
  /** Its text and the types of its parameters, as they stand in Parse behind the name. */
  definition: Buffer;
  /** How a Bind of it to the portal without a name begins behind its header. Null: its name is the client's own. */
  bindNames: Buffer | null;
}

/** Of one client. In bytes. */
const MOST_KEPT = 16 * 1024 * 1024;
/** Of one database and role. */
const MOST_SHARED = 2_000;

/** The statements of all clients of one database and role, so that equal ones are kept once. */
export class SharedStatements {
  readonly #known = new Map<string, Statement>();

  /** @param definition what stands in Parse behind the name; it is copied */
  share(definition: Buffer): Statement {
    const name = `basalt_${createHash('sha256').update(definition).digest('base64url').slice(0, 32)}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const statement = {
      name,
      definition: Buffer.from(definition),
      bindNames: zeroTerminated('', name),
    };
    const oldest = this.#known.keys().next();
    if (this.#known.size >= MOST_SHARED && !oldest.done) this.#known.delete(oldest.value);
    this.#known.set(name, statement);
    return statement;
  }
}

/** The statements that one client has prepared, by the names that it gave them. */
export class ClientStatements {
  readonly #byName = new Map<string, Statement>();
  #bytes = 0;

  get(name: string): Statement | undefined {
    return this.#byName.get(name);
  }

  /** @returns false: it has prepared too much to be kept */
  set(name: string, statement: Statement): boolean {
    this.delete(name);
    this.#bytes += statement.definition.length;
    this.#byName.set(name, statement);
    return this.#bytes <= MOST_KEPT;
  }

  delete(name: string): void {
    this.#bytes -= this.#byName.get(name)?.definition.length ?? 0;
    this.#byName.delete(name);
  }
}

/** A Parse of this statement. */
export function parse({ name, definition }: Statement): Buffer {
  return message(TYPE.parse, Buffer.concat([zeroTerminated(name), definition]));
}

/** A Close of a statement. Closing one that does not exist is no error. */
export function closeStatement(name: string): Buffer {
  return message(TYPE.close, zeroTerminated(`S${name}`));
}
