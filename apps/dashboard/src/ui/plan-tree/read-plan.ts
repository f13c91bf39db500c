/** A node of a plan as EXPLAIN (FORMAT JSON) writes it. */
export type PlanJson = Readonly<Record<string, unknown>>;

/** A node of a plan as it is shown. */
export interface PlanNode {
  /** Its place in the tree, such as `0.1`. */
  key: string;
  title: string;
  /** What it reads or makes, in a few words; empty for most. */
  subject: string;
  plannedRows: number;
  /** Of one loop; null when nothing was run. */
  actualRows: number | null;
  loops: number | null;
  cost: number;
  /** What this node alone costs; milliseconds where the plan was run, else the planner's units. */
  own: number;
  /** Of the whole plan, from 0 to 1. */
  share: number;
  /** Worth a look: it takes a fifth of all, or more than any other. */
  isHot: boolean;
  /** What stands out about it, in words. */
  flags: string[];
  details: { label: string; value: string }[];
  children: PlanNode[];
}

export interface Plan {
  root: PlanNode;
  isRun: boolean;
  /** Of the root, in the unit of `own`. */
  total: number;
}

const HOT_SHARE = 0.2;
/** From here on an estimate was so wrong that the plan may be. */
const WRONG_ROWS = 10;
const MANY_HEAP_FETCHES = 1_000;

const number = (json: PlanJson, key: string): number | null => {
  const value = json[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};
const text = (json: PlanJson, key: string): string | null => {
  const value = json[key];
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'string' ? value : null;
};
const childrenOf = (json: PlanJson): PlanJson[] =>
  Array.isArray(json.Plans) ? json.Plans.filter((child) => typeof child === 'object' && child !== null) : [];

/** A plan with what each node alone costs. @param json the value of `Plan` */
export function readPlan(json: PlanJson): Plan {
  const isRun = number(json, 'Actual Total Time') !== null;
  const ctes = isRun ? costsOfCtes(json) : new Map<string, number>();
  const root = readNode(json, { key: '0', isRun, workers: 1, ctes, isUnderLimit: false });
  const total = isRun ? (wall(json, 1) ?? 0) : (number(json, 'Total Cost') ?? 0);
  markShares(root, total);
  return { root, isRun, total };
}

interface Place {
  key: string;
  isRun: boolean;
  /** So many processes share the work here. */
  workers: number;
  ctes: Map<string, number>;
  isUnderLimit: boolean;
}

function readNode(json: PlanJson, place: Place): PlanNode {
  const type = text(json, 'Node Type') ?? 'Node';
  const launched = number(json, 'Workers Launched');
  const below: Omit<Place, 'key'> = {
    ...place,
    workers: type.startsWith('Gather') ? (launched ?? 0) + 1 : place.workers,
    isUnderLimit: place.isUnderLimit || type === 'Limit',
  };
  const inner = childrenOf(json);
  return {
    key: place.key,
    title: titleOf(json, type),
    subject: subjectOf(json),
    plannedRows: number(json, 'Plan Rows') ?? 0,
    actualRows: number(json, 'Actual Rows'),
    loops: number(json, 'Actual Loops'),
    cost: number(json, 'Total Cost') ?? 0,
    own: ownCost(json, inner, place, below.workers),
    share: 0,
    isHot: false,
    flags: flagsOf(json, place),
    details: detailsOf(json),
    children: inner.map((child, at) => readNode(child, { ...below, key: `${place.key}.${at}` })),
  };
}

/** How long a node and all below it took, as a clock on the wall would say. */
function wall(json: PlanJson, workers: number): number | null {
  const time = number(json, 'Actual Total Time');
  const loops = number(json, 'Actual Loops');
  return time === null || loops === null ? null : (time * loops) / workers;
}

const isCte = (json: PlanJson) => text(json, 'Subplan Name')?.startsWith('CTE ') === true;

function ownCost(json: PlanJson, inner: readonly PlanJson[], place: Place, workersBelow: number): number {
  if (!place.isRun) {
    const costs = inner.map((child) => number(child, 'Total Cost') ?? 0);
    return Math.max(0, (number(json, 'Total Cost') ?? 0) - costs.reduce((sum, cost) => sum + cost, 0));
  }
  // What a CTE took is in the time of the scan that asked for its rows, and not where it hangs in the tree.
  const below = inner.filter((child) => !isCte(child)).map((child) => wall(child, workersBelow) ?? 0);
  const cte = text(json, 'CTE Name');
  const asked = cte === null ? 0 : (place.ctes.get(cte) ?? 0);
  const time = wall(json, place.workers) ?? 0;
  if (cte !== null && asked > 0 && asked <= time) place.ctes.delete(cte);
  return Math.max(0, time - below.reduce((sum, one) => sum + one, 0) - (asked <= time ? asked : 0));
}

function costsOfCtes(json: PlanJson): Map<string, number> {
  const found = new Map<string, number>();
  const walk = (node: PlanJson) => {
    if (isCte(node)) found.set((text(node, 'Subplan Name') ?? '').slice(4), wall(node, 1) ?? 0);
    childrenOf(node).forEach(walk);
  };
  walk(json);
  return found;
}

function markShares(root: PlanNode, total: number): void {
  let worst = root;
  const walk = (node: PlanNode) => {
    node.share = total === 0 ? 0 : Math.min(1, node.own / total);
    node.isHot = node.share >= HOT_SHARE;
    if (node.own > worst.own) worst = node;
    node.children.forEach(walk);
  };
  walk(root);
  worst.isHot = true;
}

/** `Hash Left Join`, `Parallel Seq Scan`, `Insert`. */
function titleOf(json: PlanJson, type: string): string {
  const parallel = json['Parallel Aware'] === true && !type.startsWith('Parallel') ? 'Parallel ' : '';
  const join = text(json, 'Join Type');
  if (type === 'ModifyTable') return text(json, 'Operation') ?? type;
  if (type === 'Aggregate') {
    const how = { Sorted: 'Group ', Hashed: 'Hash ', Mixed: 'Mixed ' }[text(json, 'Strategy') ?? ''] ?? '';
    return `${how}${type}`;
  }
  if (join !== null && join !== 'Inner')
    return `${parallel}${type.replace(/ Join$| Loop$/, '')} ${join} Join`;
  return parallel + type;
}

function subjectOf(json: PlanJson): string {
  const relation = text(json, 'Relation Name');
  const schema = text(json, 'Schema');
  const index = text(json, 'Index Name');
  const parts = [
    index === null ? null : `using ${index}`,
    relation === null ? null : `on ${schema === null ? '' : `${schema}.`}${relation}`,
    text(json, 'CTE Name'),
    text(json, 'Function Name'),
    text(json, 'Subplan Name'),
  ];
  return parts.filter((part) => part !== null).join(' ');
}

function flagsOf(json: PlanJson, { isUnderLimit }: Place): string[] {
  const flags: string[] = [];
  const planned = number(json, 'Plan Rows');
  const actual = number(json, 'Actual Rows');
  if (number(json, 'Actual Loops') === 0) return ['Never run'];
  if (planned !== null && actual !== null && !isUnderLimit) {
    const factor = Math.max(1, actual) / Math.max(1, planned);
    if (factor >= WRONG_ROWS) flags.push(`${Math.round(factor)} times more rows than planned`);
    if (factor <= 1 / WRONG_ROWS) flags.push(`${Math.round(1 / factor)} times fewer rows than planned`);
  }
  if (text(json, 'Sort Space Type') === 'Disk' || /external/.test(text(json, 'Sort Method') ?? ''))
    flags.push('Sorted on disk');
  if ((number(json, 'Hash Batches') ?? 1) > 1) flags.push('Hash did not fit into memory');
  if ((number(json, 'Heap Fetches') ?? 0) > MANY_HEAP_FETCHES) flags.push('Had to look at the table');
  const launched = number(json, 'Workers Launched');
  const wanted = number(json, 'Workers Planned');
  if (launched !== null && wanted !== null && launched < wanted)
    flags.push(`Only ${launched} of ${wanted} workers came`);
  if (json.Disabled === true) flags.push('Switched off, and used all the same');
  return flags;
}

const DETAILS: readonly (readonly [key: string, label: string])[] = [
  ['Index Cond', 'Index condition'],
  ['Recheck Cond', 'Checked again'],
  ['Hash Cond', 'Hash condition'],
  ['Merge Cond', 'Merge condition'],
  ['Join Filter', 'Join filter'],
  ['Filter', 'Filter'],
  ['One-Time Filter', 'Filter, once'],
  ['Sort Key', 'Sorted by'],
  ['Group Key', 'Grouped by'],
  ['Cache Key', 'Kept by'],
  ['Function Call', 'Call'],
];
const COUNTS: readonly (readonly [key: string, label: string])[] = [
  ['Rows Removed by Filter', 'Rows removed by the filter'],
  ['Rows Removed by Join Filter', 'Rows removed by the join filter'],
  ['Rows Removed by Index Recheck', 'Rows removed by checking again'],
  ['Heap Fetches', 'Looked at the table'],
  ['Shared Hit Blocks', 'Pages from memory'],
  ['Shared Read Blocks', 'Pages read'],
  ['Temp Read Blocks', 'Temporary pages read'],
  ['Temp Written Blocks', 'Temporary pages written'],
  ['WAL Bytes', 'WAL written, bytes'],
];

function detailsOf(json: PlanJson): PlanNode['details'] {
  const texts = DETAILS.flatMap(([key, label]) => {
    const value = text(json, key);
    return value === null || value === '' ? [] : [{ label, value }];
  });
  const counts = COUNTS.flatMap(([key, label]) => {
    const value = number(json, key);
    return value === null || value === 0 ? [] : [{ label, value: value.toLocaleString('en') }];
  });
  return [...texts, ...counts];
}
