import type { ConnectionTarget } from '../connections/connection-target.ts';
import type { QueryError } from '../errors/query-error.ts';
import { clientCopyError } from '../queries/check-sql-text.ts';
import type { FieldDescription } from '../wire/decode-message.ts';
import type { Session } from '../wire/session.ts';
import type { ScriptDelivery } from './script-delivery.ts';
import type { ScriptTranslator } from './script-translator.ts';
import { TypeLookup } from './type-lookup.ts';

/** Hands the answers of one script's connection to its listener. */
export class AnswerDelivery {
  readonly #types: TypeLookup;
  readonly #delivery: ScriptDelivery;
  readonly #translator: ScriptTranslator;

  constructor(target: ConnectionTarget, delivery: ScriptDelivery, translator: ScriptTranslator) {
    this.#types = new TypeLookup(target);
    this.#delivery = delivery;
    this.#translator = translator;
  }

  /** Statements that completed so far. */
  get completed(): number {
    return this.#translator.completed;
  }

  /** The same for the answer to `sendAsTransaction` with so many statements. */
  deliverTransaction(session: Session, count: number): Promise<QueryError | null> {
    this.#translator.expectTransaction(count);
    return this.deliver(session);
  }

  /** Sends the events of the next answer as they come. Returns the server's error, if there was one. */
  async deliver(session: Session): Promise<QueryError | null> {
    this.#translator.startClock();
    let failure: QueryError | null = null;
    try {
      for await (const portion of session.answer()) {
        for (const event of this.#translator.translate(portion)) {
          if (event.type === 'error') failure ??= event.error;
          else if (event.type === 'client-copy') throw clientCopyError();
          else if (event.type === 'fields')
            await this.#delivery.send({ ...event, fields: await this.#named(event.fields) });
          else await this.#delivery.send(event);
        }
        if (this.#translator.hasEnoughRows) session.skipRows();
      }
    } catch (error) {
      // A server that shuts down says why and then hangs up: the reason is worth more than the broken connection.
      throw failure ?? error;
    }
    return failure;
  }

  async #named(fields: readonly FieldDescription[]) {
    const names = await this.#types.names(
      fields.map(({ typeId }) => typeId),
      this.#delivery.signal,
    );
    return fields.map(({ name, tableId, columnId }, index) => ({
      name,
      type: names[index] ?? '',
      tableId,
      columnId,
    }));
  }
}
