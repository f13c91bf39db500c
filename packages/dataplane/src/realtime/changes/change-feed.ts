import type { Pipeline } from '@basalt/postgres';
import type { RowChange, SentChange } from '@basalt/postgres/replication';
import type { Identity } from '../../caller/identify-caller.ts';
import { encodeText } from '../socket/frames.ts';
import type { ChangeBinding } from './change-binding.ts';
import { checkBindings } from './check-bindings.ts';
import { type Decision, decideBatch } from './decide-batch.ts';
import { changeData, sentColumns } from './records/change-data.ts';
import { type ChangeReceiver, Subscriptions } from './subscriptions.ts';
import { readTablesAfter, type TableQuestion, tableKey } from './tables/read-tables.ts';

/** Sends the changes of a project's tables to the channels that may see them. */
export class ChangeFeed {
  readonly #pipeline: () => Pipeline;
  readonly #subscriptions = new Subscriptions();

  constructor(pipeline: () => Pipeline) {
    this.#pipeline = pipeline;
  }

  /**
   * From here on the receiver gets what it asks for, in the place of what it asked for before.
   * @throws {SubscriptionError} {QueryError}
   */
  async subscribe(
    receiver: ChangeReceiver,
    identity: Identity,
    bindings: readonly ChangeBinding[],
    isStillWanted: () => boolean,
  ): Promise<void> {
    const checked = await checkBindings(this.#pipeline(), identity, bindings);
    if (isStillWanted()) this.#subscriptions.add(receiver, identity, checked);
  }

  unsubscribe(receiver: ChangeReceiver): void {
    this.#subscriptions.remove(receiver);
  }

  /** Changes were missed: everybody must join again, so that nobody believes he has seen all. */
  failAll(message: string): void {
    for (const receiver of [...this.#subscriptions.receivers]) receiver.fail(message);
  }

  /** @throws {QueryError} the database cannot be asked */
  async deliver(batch: readonly SentChange[]): Promise<void> {
    const changes: { change: RowChange; groups: ReturnType<Subscriptions['of']> }[] = [];
    const groupsOf = new Map<string, ReturnType<Subscriptions['of']>>();
    const questions = new Map<string, TableQuestion>();
    for (const change of batch) {
      // Emptied tables have no rows to tell of, and clients know no such event.
      if (change.kind === 'TRUNCATE') continue;
      const { schema, name } = change.relation;
      const place = `${schema}\0${name}`;
      const groups = groupsOf.get(place) ?? this.#subscriptions.of(schema, name);
      groupsOf.set(place, groups);
      if (groups.length === 0) continue;
      changes.push({ change, groups });
      for (const { identity } of groups) {
        const question = { schema, name, role: identity.role };
        questions.set(tableKey(question), question);
      }
    }
    if (changes.length === 0) return;
    const xids = changes.map(({ change }) => change.xid);
    const tables = await readTablesAfter(this.#pipeline(), xids, [...questions.values()]);
    const delivery = new Delivery();
    await decideBatch(this.#pipeline(), changes, tables, {
      decided: ({ receivers }, decisions, failure) => {
        for (const decision of decisions) delivery.send(decision);
        if (failure === null) return;
        for (const beside of receivers.values())
          for (const receiver of beside)
            receiver.tell('error', `Changes could not be checked, and were not sent: ${failure}`);
      },
    });
  }
}

/** Bytes of frames that are kept while others may get the same. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** A change as it was written: its JSON by who may see what of it, and whole frames by whom they go to. */
interface Written {
  data: Map<string, string>;
  frames: Map<string, Buffer>;
}

/** Writes each change once for all who get the same of it. */
class Delivery {
  readonly #written = new Map<RowChange, Written>();
  #bytes = 0;

  send({ change, group, table, bindings, refusal }: Decision): void {
    const { data: known, frames } = this.#of(change);
    // What is selected differs by binding, so each selection is an event of its own.
    const bySelect = new Map<string, number[]>();
    for (const { id, select } of bindings) {
      const key = JSON.stringify(select);
      bySelect.set(key, [...(bySelect.get(key) ?? []), id]);
    }
    for (const [key, ids] of bySelect) {
      const columns = sentColumns(table, JSON.parse(key) as string[] | null);
      const dataKey = `${table.role} ${table.hasRowSecurity} ${refusal} ${key}`;
      let data = known.get(dataKey);
      if (data === undefined) {
        data = changeData(change, table, { columns, refusal });
        known.set(dataKey, data);
        this.#bytes += data.length;
      }
      for (const [place, receivers] of group.receivers) {
        const frameKey = `${place} ${ids.join()} ${dataKey}`;
        let frame = frames.get(frameKey);
        for (const receiver of receivers) {
          if (frame === undefined) {
            const { topic, version } = receiver;
            const payload = `{"ids":${JSON.stringify(ids)},"data":${data}}`;
            frame = encodeText({ topic, event: 'postgres_changes', payload }, version);
            frames.set(frameKey, frame);
            this.#bytes += frame.length;
          }
          receiver.send(frame);
        }
      }
    }
  }

  #of(change: RowChange): Written {
    // Written once more is better than held for all of a large batch.
    if (this.#bytes > KEPT_BYTES) {
      this.#written.clear();
      this.#bytes = 0;
    }
    const written = this.#written.get(change) ?? { data: new Map(), frames: new Map() };
    this.#written.set(change, written);
    return written;
  }
}
