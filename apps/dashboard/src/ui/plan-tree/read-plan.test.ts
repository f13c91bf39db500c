import { describe, expect, test } from 'vitest';
import { type PlanNode, readPlan } from './read-plan.ts';

const all = (node: PlanNode): PlanNode[] => [node, ...node.children.flatMap(all)];
const byTitle = (node: PlanNode) => new Map(all(node).map((one) => [one.title, one]));

describe('a plan that was not run', () => {
  const { root, isRun, total } = readPlan({
    'Node Type': 'Sort',
    'Total Cost': 110,
    'Plan Rows': 5,
    'Sort Key': ['n.at', 'n.id DESC'],
    Plans: [
      {
        'Node Type': 'Hash Join',
        'Join Type': 'Left',
        'Total Cost': 100,
        'Plan Rows': 5,
        Plans: [
          {
            'Node Type': 'Seq Scan',
            'Parallel Aware': true,
            'Relation Name': 'notes',
            Schema: 'public',
            'Total Cost': 70,
            'Plan Rows': 9,
            Filter: '(n.writer = $1)',
          },
          { 'Node Type': 'Index Scan', 'Index Name': 'a_pkey', 'Total Cost': 20, 'Plan Rows': 1 },
        ],
      },
    ],
  });

  test('says what each node alone costs, and marks the costly one', () => {
    expect({ isRun, total }).toEqual({ isRun: false, total: 110 });
    expect(all(root).map(({ title, own, isHot }) => [title, own, isHot])).toEqual([
      ['Sort', 10, false],
      ['Hash Left Join', 10, false],
      ['Parallel Seq Scan', 70, true],
      ['Index Scan', 20, false],
    ]);
  });

  test('tells of what is read, and how', () => {
    const nodes = byTitle(root);
    expect(nodes.get('Parallel Seq Scan')).toMatchObject({
      key: '0.0.0',
      subject: 'on public.notes',
      details: [{ label: 'Filter', value: '(n.writer = $1)' }],
      actualRows: null,
    });
    expect(nodes.get('Index Scan')?.subject).toBe('using a_pkey');
    expect(root.details).toEqual([{ label: 'Sorted by', value: 'n.at, n.id DESC' }]);
  });
});

describe('a plan that was run', () => {
  const ran = (type: string, time: number, loops = 1, more = {}) => ({
    'Node Type': type,
    'Actual Total Time': time,
    'Actual Loops': loops,
    'Actual Rows': 10,
    'Plan Rows': 10,
    ...more,
  });

  test('counts loops, and shares the work among workers', () => {
    const { root } = readPlan(
      ran('Gather', 50, 1, {
        'Workers Planned': 4,
        'Workers Launched': 3,
        Plans: [ran('Nested Loop', 40, 4, { Plans: [ran('Seq Scan', 10, 4), ran('Index Scan', 0.5, 160)] })],
      }),
    );
    const own = new Map(all(root).map((node) => [node.title, node.own]));
    expect(own).toEqual(
      new Map([
        ['Gather', 10],
        ['Nested Loop', 10],
        ['Seq Scan', 10],
        ['Index Scan', 20],
      ]),
    );
    expect(root.flags).toEqual(['Only 3 of 4 workers came']);
  });

  test('finds the time of a CTE in the scan that asked for it', () => {
    const { root } = readPlan(
      ran('Aggregate', 100, 1, {
        Plans: [
          ran('Seq Scan', 70, 1, { 'Subplan Name': 'CTE big', 'Parent Relationship': 'InitPlan' }),
          ran('CTE Scan', 90, 1, { 'CTE Name': 'big' }),
        ],
      }),
    );
    expect(all(root).map(({ title, own }) => [title, own])).toEqual([
      ['Aggregate', 10],
      ['Seq Scan', 70],
      ['CTE Scan', 20],
    ]);
  });

  test('says what stands out', () => {
    const flags = (more: object) => readPlan(ran('Sort', 1, 1, more)).root.flags;
    expect(flags({ 'Actual Rows': 1_000 })).toEqual(['100 times more rows than planned']);
    expect(flags({ 'Actual Rows': 0.5, 'Plan Rows': 100 })).toEqual(['100 times fewer rows than planned']);
    expect(flags({ 'Sort Method': 'external merge', 'Sort Space Type': 'Disk' })).toEqual(['Sorted on disk']);
    expect(flags({ 'Hash Batches': 4 })).toEqual(['Hash did not fit into memory']);
    expect(flags({ 'Actual Loops': 0, 'Actual Rows': 0 })).toEqual(['Never run']);
    const limited = readPlan(ran('Limit', 1, 1, { Plans: [ran('Seq Scan', 1, 1, { 'Plan Rows': 1_000 })] }))
      .root.children[0];
    expect(limited?.flags).toEqual([]);
  });
});

test('what is no plan does not break the page', () => {
  expect(readPlan({}).root).toMatchObject({ title: 'Node', own: 0, children: [] });
  expect(readPlan({ 'Node Type': 5, Plans: [null, 'x'] } as never).root.children).toEqual([]);
});
