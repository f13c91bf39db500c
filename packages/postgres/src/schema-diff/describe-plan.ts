import { quoteIdent } from '@basalt/sql';
import type { Action, FactBase, Plan, StableId } from '@supabase/pg-delta';
import type {
  DifferenceRisk,
  DifferenceStatement,
  DifferenceSubject,
  NotCompared,
  SchemaDifference,
} from './difference.ts';
import { PLATFORMS_OWN } from './managed-schema.ts';
import { mendActions } from './mend-action.ts';
import { columnsOf, ORDER, unlikeOnes } from './not-modeled.ts';
import type { Side } from './side.ts';

const MOST_LEFT_OUT = 100;

/** A plan of the library in our words. @param from what was read of the one database, @param to of the other */
export function describePlan(plan: Plan, from: Side, to: Side): SchemaDifference {
  const actions = mendActions(plan.actions, { major: majorOf(to.pgVersion), becomes: to.becomes });
  return {
    from: plan.source.fingerprint,
    to: plan.target.fingerprint,
    statements: actions.map(describeAction),
    settings: Object.fromEntries(plan.preamble.map(({ name, value }) => [name, value])),
    leftOut: leftOutOf(plan, [from, to]),
    notCompared: notComparedOf(actions, from, to),
  };
}

function describeAction(action: Action): DifferenceStatement {
  const { verb, sql, produces, destroys } = action;
  // Privileges and switches of a table count as made by the library, though nothing new is there.
  const changes = produces.length + destroys.length === 0;
  const id = meantBy(action);
  const subject = id === undefined ? { kind: 'object', name: '' } : satelliteOf(sql, subjectOf(id));
  return {
    ...subject,
    schema: id === undefined ? null : schemaOf(id),
    action: changes ? 'alter' : verb,
    sql,
    risks: risksOf(action),
  };
}

/** What a statement is about: what it makes or takes away, else what it needs that is no role. */
function meantBy({ verb, produces, destroys, consumes }: Action): StableId | undefined {
  const own = verb === 'drop' ? [...destroys, ...produces] : [...produces, ...destroys];
  return own[0] ?? consumes.find(({ kind }) => kind !== 'role') ?? consumes[0];
}

/** Several privileges in one statement name the object only. */
function satelliteOf(sql: string, subject: DifferenceSubject): DifferenceSubject {
  const word = /^(grant|revoke|comment)\b/i.exec(sql)?.[0].toLowerCase();
  if (word === undefined || /privileges|comment|membership/.test(subject.kind)) return subject;
  return { kind: word === 'comment' ? 'comment' : 'privileges', name: `${subject.kind} ${subject.name}` };
}

function schemaOf(id: StableId): string | null {
  if ('target' in id) return schemaOf(id.target);
  if ('schema' in id) return id.schema;
  return id.kind === 'schema' ? id.name : null;
}

/** `typeAttribute` is `type attribute` for people. */
const inWords = (kind: string) => kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const KINDS: Partial<Record<StableId['kind'], string>> = {
  acl: 'privileges',
  fdw: 'foreign data wrapper',
  publicationRel: 'published table',
  publicationSchema: 'published schema',
  defaultPrivilege: 'default privileges',
};

function subjectOf(id: StableId): DifferenceSubject {
  if ('target' in id) {
    const target = subjectOf(id.target);
    return { kind: KINDS[id.kind] ?? inWords(id.kind), name: `${target.kind} ${target.name}` };
  }
  return { kind: KINDS[id.kind] ?? inWords(id.kind), name: nameOf(id) };
}

function nameOf(id: Exclude<StableId, { target: StableId }>): string {
  const joined = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join('.');
  switch (id.kind) {
    case 'membership':
      return `${id.member} in ${id.role}`;
    case 'userMapping':
      return `${id.role} on ${id.server}`;
    case 'typeAttribute':
      return joined(id.schema, id.type, id.name);
    case 'publicationRel':
      return `${joined(id.schema, id.table)} in ${id.publication}`;
    case 'publicationSchema':
      return `${id.schema} in ${id.publication}`;
    case 'defaultPrivilege':
      return `${id.grantee} on what ${id.role} makes${id.schema === null ? '' : ` in ${id.schema}`}`;
    case 'extensionIntent':
      return joined(id.ext, id.key);
    default:
      return joined(
        'schema' in id ? id.schema : null,
        'table' in id ? id.table : null,
        'args' in id ? `${id.name}(${id.args.join(', ')})` : id.name,
      );
  }
}

/** A new object is nobody's yet; with rows there are three things that can go wrong. */
const MAY_FAIL = /\bset not null\b|\badd (constraint\b|primary key\b|unique\b)|^create unique index\b/i;
/** The form of it that the library writes when a column becomes another type. */
const TYPE_CHANGE = /^alter table .* alter column .* type /is;

function risksOf(action: Action): DifferenceRisk[] {
  const risks: DifferenceRisk[] = [];
  if (action.dataLoss === 'destructive') risks.push('data_loss');
  if (action.rewriteRisk || TYPE_CHANGE.test(action.sql)) risks.push('rewrite');
  if (action.verb !== 'drop' && (MAY_FAIL.test(action.sql) || TYPE_CHANGE.test(action.sql)))
    risks.push('may_fail');
  if (action.lockClass === 'accessExclusive') risks.push('lock');
  return risks;
}

/** The platform's, and yet not the same on both sides. What extensions brought along follows from the extension. */
function leftOutOf({ projectionAudit, filteredDeltas }: Plan, sides: readonly Side[]): DifferenceSubject[] {
  const hidden = (projectionAudit?.entries ?? []).filter(({ suppressions }) =>
    suppressions.every(
      ({ stage, reasonCode }) => stage === 'policyScopeRule' && reasonCode !== PLATFORMS_OWN,
    ),
  );
  const deltas = [...hidden.map(({ delta }) => delta), ...filteredDeltas];
  const subjects = deltas.flatMap((delta) => {
    if ('edge' in delta) return [];
    const id = 'fact' in delta ? delta.fact.id : delta.id;
    return sides.some(({ factBase }) => isOfExtension(factBase, id)) ? [] : [subjectOf(id)];
  });
  const byName = new Map(subjects.map((subject) => [`${subject.kind} ${subject.name}`, subject]));
  return [...byName.values()].slice(0, MOST_LEFT_OUT);
}

function isOfExtension(facts: FactBase, id: StableId): boolean {
  const subject = 'target' in id ? id.target : id;
  return facts.outgoingEdges(subject).some(({ kind }) => kind === 'memberOfExtension');
}

/** What the library does not read and is not the same on both sides, and what comes out otherwise than it is there. */
function notComparedOf(actions: readonly Action[], from: Side, to: Side): NotCompared[] {
  const unlike =
    from.unmodeled === null || to.unmodeled === null ? [] : unlikeOnes(from.unmodeled, to.unmodeled);
  const reordered = reorderedTables(actions, to);
  return reordered.length === 0 ? unlike : [...unlike, { kind: ORDER, names: reordered }];
}

/** New tables that get some of their columns later than others, when there are the types of them. */
function reorderedTables(actions: readonly Action[], { unmodeled }: Side): string[] {
  const columns = new Map<string, string[]>();
  for (const { verb, produces } of actions)
    for (const id of verb === 'create' ? produces : []) {
      if (id.kind === 'table') columns.set(nameForSql(id.schema, id.name), []);
      if (id.kind === 'column') columns.get(nameForSql(id.schema, id.table))?.push(id.name);
    }
  return (unmodeled ?? []).flatMap(({ kind, name, definition }) => {
    const made = kind === ORDER ? columns.get(name) : undefined;
    // Columns that another table hands down are not made.
    const wanted = made === undefined ? [] : columnsOf(definition).filter((column) => made.includes(column));
    return made === undefined || made.every((column, at) => column === wanted[at]) ? [] : [name];
  });
}

const nameForSql = (schema: string, name: string) => `${quoteIdent(schema)}.${quoteIdent(name)}`;
const majorOf = (version: string) => Number.parseInt(version, 10);
