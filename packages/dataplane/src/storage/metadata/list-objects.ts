import type { RunSql } from './storage-sql.ts';

/** One line of a listing: an object, or a folder of which only the name is known. Names are whole keys; a folder's ends in `/`. */
export interface ListEntry {
  folder: boolean;
  key: string;
  id?: string;
  updated_at?: string;
  created_at?: string;
  last_accessed_at?: string;
  metadata?: Record<string, unknown> | null;
}

export interface Walk {
  bucket: string;
  /** Keys begin so. */
  prefix: string;
  /** Whether what lies deeper is one folder. */
  byFolder: boolean;
  descending: boolean;
  /** Goes on behind this entry's key; empty: from the beginning. */
  after: string;
  limit: number;
}

/** Above every character that a name may hold. */
const LAST = '\u{10FFFF}';
const AS_LIST = { joined: { open: '[', separator: ',', close: ']', maxBytes: 64 * 1024 * 1024 } };
/** So many rows are read at a time where most of them turned out to lie in one folder. */
const CAREFUL_ROWS = 64;
/** So many rows are left out at a time. */
const SKIPPED_ROWS = 50_000;

/** Entries in the order of bytes of their names, folders among objects. */
export function walkObjects(run: RunSql, walk: Walk): Promise<ListEntry[]> {
  return walkRanges(walk, (range) =>
    run<ListEntry>(
      `select json_build_object('folder', false, 'key', name, 'id', id, 'updated_at', updated_at, 'created_at', created_at,
         'last_accessed_at', last_accessed_at, 'metadata', metadata)::text ${fromRange(range)}`,
      range.values,
      { readOnly: true },
    ),
  );
}

/**
 * The same as lines of JSON, each with the name behind the prefix, as the first form of listing answers them: of ten thousand
 * objects half the time went into reading what the database had written and writing it again.
 */
export async function walkLines(run: RunSql, walk: Walk): Promise<string[]> {
  const entries = await walkRanges<LineEntry>(walk, (range) =>
    run(
      // JSON has no line break of its own, so that the first one ends it.
      `select row_to_json(o)::text || chr(10) || o.name ${fromListed(range)}`,
      [...range.values, walk.prefix],
      { readOnly: true, read: (text) => toLineEntry(text, walk.prefix) },
    ),
  );
  return entries.map((entry) =>
    'line' in entry ? entry.line : folderLine(entry.key.slice(walk.prefix.length, -1)),
  );
}

/**
 * A page of `walkLines` as one text of JSON, without an object for each line; null where folders are among them, which
 * only a walk can tell apart.
 */
export async function wholePage(run: RunSql, walk: Walk): Promise<string | null> {
  const range = rangeBehind(walk);
  const [page] = await run(
    `select case when strpos(o.name, '/') > 0 then chr(10) else row_to_json(o)::text end ${fromListed(range)}`,
    [...range.values, walk.prefix],
    { readOnly: true, joined: AS_LIST, read: (text) => text },
  );
  return page === undefined || page.includes('\n') ? null : page;
}

/**
 * Where a walk goes on that leaves out its first entries, or null when there are not so many. Nothing but names is read of what is
 * left out, and names leave the database only where folders are among them, so that far pages cost little and memory stays flat.
 */
export async function skipEntries(run: RunSql, walk: Walk, count: number): Promise<Walk | null> {
  let { after } = walk;
  let left = count;
  while (left > 0) {
    const limit = Math.min(left, SKIPPED_ROWS);
    const end =
      (await endOfObjects(run, { ...walk, after, limit })) ??
      (await endOfEntries(run, { ...walk, after, limit }));
    if (end.entries < limit) return null;
    after = end.last;
    left -= end.entries;
  }
  return { ...walk, after };
}

/** How many entries there are up to a limit, and the key of the last of them. */
interface End {
  entries: number;
  last: string;
}

/** Null where folders are among them. */
async function endOfObjects(run: RunSql, walk: Walk): Promise<End | null> {
  const range = rangeBehind(walk);
  const [found] = await run<End & { folders: boolean }>(
    `select json_build_object('entries', count(*), 'last', ${walk.descending ? 'min' : 'max'}(o.name collate "C"),
       'folders', coalesce(bool_or(strpos(substr(o.name, length($5) + 1), '/') > 0), false))::text
     from (select name ${fromRange(range)}) as o`,
    [...range.values, walk.prefix],
    { readOnly: true },
  );
  return found === undefined || (walk.byFolder && found.folders) ? null : found;
}

async function endOfEntries(run: RunSql, walk: Walk): Promise<End> {
  const entries = await walkRanges(walk, (range) =>
    run(`select name ${fromRange(range)}`, range.values, {
      readOnly: true,
      read: (key) => ({ folder: false, key }),
    }),
  );
  return { entries: entries.length, last: entries.at(-1)?.key ?? '' };
}

type LineEntry = Pick<ListEntry, 'folder' | 'key'> & { line: string };

function toLineEntry(text: string, prefix: string): LineEntry {
  const end = text.indexOf('\n');
  return { folder: false, key: `${prefix}${text.slice(end + 1)}`, line: text.slice(0, end) };
}

/** A folder has nothing but its name. */
function folderLine(name: string): string {
  const nothing = { id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null };
  return JSON.stringify({ name, ...nothing });
}

interface Range {
  lowIs: '>' | '>=';
  descending: boolean;
  /** Bucket, low, high and the most rows: `$1` to `$4`. */
  values: string[];
}

/**
 * A range of the index is read; when it runs into a folder, the folder is skipped by going on behind it, so that what is in it
 * costs next to nothing.
 */
async function walkRanges<Entry extends Pick<ListEntry, 'folder' | 'key'>>(
  walk: Walk,
  read: (range: Range) => Promise<Entry[]>,
): Promise<(Entry | Folder)[]> {
  const { limit } = walk;
  const found: (Entry | Folder)[] = [];
  let after = walk.after;
  let rowsAtOnce = limit;
  while (found.length < limit) {
    const rows = await read(
      rangeBehind({ ...walk, after, limit: Math.min(limit - found.length, rowsAtOnce) }),
    );
    const entries = walk.byFolder ? foldersOf(rows, walk.prefix) : rows;
    for (const entry of entries) found.push(entry);
    const last = entries.at(-1);
    if (last === undefined) break;
    after = last.key;
    rowsAtOnce = entries.length * 4 < rows.length ? CAREFUL_ROWS : limit;
  }
  return found;
}

/** Ascending, what is below `a/` ends before `a0`, because `0` is the character after `/`; descending, it begins with `a/`. */
function rangeBehind(walk: Walk): Range {
  const { bucket, prefix, byFolder, descending, after, limit } = walk;
  // An object may be called as the folder in which it lies: behind it come the others of the folder.
  const isFolder = byFolder && after.endsWith('/') && after.length > prefix.length;
  const low = descending || after === '' ? prefix : isFolder ? `${after.slice(0, -1)}0` : after;
  const lowIs = descending || after === '' || isFolder ? '>=' : '>';
  const high = descending && after !== '' ? after : `${prefix}${LAST}`;
  return { lowIs, descending, values: [bucket, low, high, String(limit)] };
}

/**
 * Objects as `o`, as the first form of listing answers them; $5 is the prefix. A row becomes JSON twice as fast as named values do,
 * whose types are looked up for each object anew.
 */
function fromListed(range: Range): string {
  return `from (select substr(name, length($5) + 1) as name, id, updated_at, created_at, last_accessed_at,
     metadata::jsonb as metadata ${fromRange(range)}) as o`;
}

function fromRange({ lowIs, descending }: Range): string {
  return `from storage.objects
     where bucket_id = $1 and name collate "C" ${lowIs} $2 and name collate "C" < $3
     order by name collate "C" ${descending ? 'desc' : 'asc'} limit $4::bigint`;
}

interface Folder {
  folder: true;
  key: string;
}

function foldersOf<Entry extends Pick<ListEntry, 'folder' | 'key'>>(
  rows: readonly Entry[],
  prefix: string,
): (Entry | Folder)[] {
  const entries: (Entry | Folder)[] = [];
  for (const row of rows) {
    const slash = row.key.indexOf('/', prefix.length);
    if (slash === -1) entries.push(row);
    else if (entries.at(-1)?.key !== row.key.slice(0, slash + 1))
      entries.push({ folder: true, key: row.key.slice(0, slash + 1) });
  }
  return entries;
}

export const TIMES = ['updated_at', 'created_at', 'last_accessed_at'] as const;

/** Where a page that is sorted by a time ended: folders come first, by name; then objects by their time, and by name within one. */
export interface TimePosition {
  folder: boolean;
  /** In UTC, to the microsecond: `2026-01-31 10:00:00.000000`. Of folders any. */
  moment: string;
  key: string;
}

/** Entries in the order of a time. Every object below the prefix is looked at. */
export function listByTime(
  run: RunSql,
  list: Omit<Walk, 'after'> & { column: (typeof TIMES)[number]; after: TimePosition | null },
): Promise<(ListEntry & { moment: string })[]> {
  const { bucket, prefix, byFolder, descending, column, after, limit } = list;
  const [order, beyond] = descending ? ['desc', '<'] : ['asc', '>'];
  return run(
    `with found as (
       select o.*, coalesce(o.${column}, 'epoch') at time zone 'UTC' as moment,
         case when $3::boolean and strpos(substr(o.name, length($2) + 1), '/') > 0
           then left(o.name, length($2) + strpos(substr(o.name, length($2) + 1), '/')) end as folder
       from storage.objects as o
       where o.bucket_id = $1 and o.name collate "C" >= $2 and o.name collate "C" < $4
     ), entries as (
       select distinct 0 as rank, 'epoch'::timestamp as moment, f.folder as key, null::uuid as id, null::timestamptz as updated_at,
         null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
       from found as f where f.folder is not null
       union all
       select 1, f.moment, f.name, f.id, f.updated_at, f.created_at, f.last_accessed_at, f.metadata
       from found as f where f.folder is null
     )
     select case when e.rank = 0 then json_build_object('folder', true, 'key', e.key, 'moment', '')
       else json_build_object('folder', false, 'key', e.key, 'id', e.id, 'updated_at', e.updated_at, 'created_at', e.created_at,
         'last_accessed_at', e.last_accessed_at, 'metadata', e.metadata,
         'moment', to_char(e.moment, 'YYYY-MM-DD HH24:MI:SS.US')) end::text
     from entries as e
     where $5::integer is null or e.rank > $5::integer or (e.rank = $5::integer and (e.rank = 0 and e.key collate "C" > $7
       or e.rank = 1 and (e.moment ${beyond} $6::timestamp or e.moment = $6::timestamp and e.key collate "C" > $7)))
     order by e.rank, e.moment ${order}, e.key collate "C" limit $8::bigint`,
    [
      bucket,
      prefix,
      String(byFolder),
      `${prefix}${LAST}`,
      after === null ? null : after.folder ? '0' : '1',
      after === null || after.folder ? null : after.moment,
      after?.key ?? null,
      String(limit),
    ],
    { readOnly: true },
  );
}

/** A listing that is ordered by a time, or searched: every object of the folder is looked at. */
export function searchObjects(
  run: RunSql,
  search: {
    bucket: string;
    folder: string;
    search: string;
    limit: number;
    offset: number;
    column: string;
    descending: boolean;
  },
): Promise<Record<string, unknown>[]> {
  return run(
    `select to_json(s)::text from storage.search($1, $2, $3::integer, $4::integer, $5::integer, $6, $7, $8) as s`,
    [
      search.folder,
      search.bucket,
      String(search.limit),
      String(search.folder.split('/').length),
      String(search.offset),
      search.search,
      search.column,
      search.descending ? 'desc' : 'asc',
    ],
    { readOnly: true },
  );
}
