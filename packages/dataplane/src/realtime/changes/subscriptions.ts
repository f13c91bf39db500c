import type { Identity } from '../../caller/identify-caller.ts';
import type { ProtocolVersion } from '../socket/frames.ts';
import type { ChangeBinding } from './change-binding.ts';
import type { FilterTerm } from './filters/parse-filter.ts';

/** What a channel listens to, once its filters are read. */
export interface CheckedBinding extends ChangeBinding {
  terms: readonly FilterTerm[];
}

/** A channel to which changes go. */
export interface ChangeReceiver {
  readonly version: ProtocolVersion;
  /** With its prefix. */
  readonly topic: string;
  send(frame: Buffer): void;
  /** Says to the client what became of its subscription. */
  tell(status: 'ok' | 'error', message: string): void;
  /** Changes may be missing: the client must join again. */
  fail(message: string): void;
}

/** Receivers who are the same person to the database and listen to the same: what is decided for one holds for all. */
export interface Group {
  readonly identity: Identity;
  readonly bindings: readonly CheckedBinding[];
  /** By topic and version: they get the same bytes. */
  readonly receivers: Map<string, Set<ChangeReceiver>>;
}

/** Everybody who listens to changes of a project. */
export class Subscriptions {
  readonly #groups = new Map<string, Group>();
  /** By schema, `*` included. */
  readonly #bySchema = new Map<string, Set<Group>>();
  readonly #keys = new Map<ChangeReceiver, string>();

  get receivers(): Iterable<ChangeReceiver> {
    return this.#keys.keys();
  }

  add(receiver: ChangeReceiver, identity: Identity, bindings: readonly CheckedBinding[]): void {
    this.remove(receiver);
    const key = JSON.stringify([identity.role, identity.claimsJson, bindings.map(({ id }) => id)]);
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { identity, bindings, receivers: new Map() };
      this.#groups.set(key, group);
      for (const { schema } of bindings)
        this.#bySchema.set(schema, (this.#bySchema.get(schema) ?? new Set()).add(group));
    }
    const place = placeOf(receiver);
    group.receivers.set(place, (group.receivers.get(place) ?? new Set()).add(receiver));
    this.#keys.set(receiver, key);
  }

  remove(receiver: ChangeReceiver): void {
    const key = this.#keys.get(receiver);
    const group = key === undefined ? undefined : this.#groups.get(key);
    if (key === undefined || group === undefined) return;
    this.#keys.delete(receiver);
    const place = placeOf(receiver);
    const beside = group.receivers.get(place);
    beside?.delete(receiver);
    if (beside?.size === 0) group.receivers.delete(place);
    if (group.receivers.size > 0) return;
    this.#groups.delete(key);
    for (const { schema } of group.bindings) {
      const groups = this.#bySchema.get(schema);
      groups?.delete(group);
      if (groups?.size === 0) this.#bySchema.delete(schema);
    }
  }

  /** The groups that may listen to changes of a table. */
  of(schema: string, table: string): Group[] {
    const found: Group[] = [];
    for (const name of [schema, '*'])
      for (const group of this.#bySchema.get(name) ?? [])
        if (group.bindings.some((binding) => concerns(binding, schema, table))) found.push(group);
    return [...new Set(found)];
  }
}

export function concerns(binding: ChangeBinding, schema: string, table: string): boolean {
  return (
    (binding.schema === '*' || binding.schema === schema) &&
    (binding.table === '*' || binding.table === table)
  );
}

function placeOf({ version, topic }: ChangeReceiver): string {
  return `${version} ${topic}`;
}
