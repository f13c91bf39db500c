import assert from 'node:assert/strict';
import type { Attempt, Card, Task } from './task.ts';

const VISITS = `create table public.visits (day date, page text, seconds int);
  insert into public.visits values ('2030-01-01', 'home', 10), ('2030-01-01', 'shop', 30), ('2030-01-03', 'home', 20),
    ('2030-01-03', 'home', 40), ('2030-01-03', 'shop', 15)`;

const chart = (sql: string, xAxis: string, yAxis: string): readonly Card[] => [
  { sql, view: 'chart', xAxis, yAxis },
];

/** Fails unless the last card is a chart of these points. */
function assertChart({ cards, results, problems }: Attempt, points: readonly [string, number][]): void {
  const card = cards.at(-1);
  assert.ok(card !== undefined && 'sql' in card && card.view === 'chart', 'There is no chart.');
  const { xAxis = '', yAxis = '' } = card;
  const rows = results.at(-1) ?? [];
  assert.ok(rows.length > 0, `The chart has no rows. ${problems.join(' ')}`);
  const drawn = rows.map((row) => [String(row[xAxis]).replace(/[T ]00:00:00.*$/, ''), Number(row[yAxis])]);
  assert.deepEqual(drawn, points);
}

/** Drawn from the rows that the card answers and the axes that it names. */
export const CHARTS: readonly Task[] = [
  {
    name: 'visits of each day',
    prompt: 'A chart of the number of rows in public.visits for each day that has some, by day.',
    setUp: VISITS,
    solution: chart(
      'select day, count(*) as visits from public.visits group by day order by day',
      'day',
      'visits',
    ),
    wrong: chart(
      'select day, count(*) as visits from public.visits group by day order by day',
      'visits',
      'day',
    ),
    check: async (attempt) =>
      assertChart(attempt, [
        ['2030-01-01', 2],
        ['2030-01-03', 3],
      ]),
  },
  {
    name: 'days without any',
    prompt:
      'A chart of the number of rows in public.visits for each day of January 1 to 4, 2030, with 0 where there are none, by day.',
    setUp: VISITS,
    solution: chart(
      `select d::date as day, count(v.page) as visits from generate_series('2030-01-01'::date, '2030-01-04', '1 day') d
        left join public.visits v on v.day = d::date group by d order by d`,
      'day',
      'visits',
    ),
    wrong: chart(
      `select d::date as day, count(*) as visits from generate_series('2030-01-01'::date, '2030-01-04', '1 day') d
        left join public.visits v on v.day = d::date group by d order by d`,
      'day',
      'visits',
    ),
    check: async (attempt) =>
      assertChart(attempt, [
        ['2030-01-01', 2],
        ['2030-01-02', 0],
        ['2030-01-03', 3],
        ['2030-01-04', 0],
      ]),
  },
  {
    name: 'time on each page',
    prompt: 'A chart of the average seconds in public.visits for each page, longest first.',
    setUp: VISITS,
    solution: chart(
      'select page, round(avg(seconds), 2) as average from public.visits group by page order by average desc',
      'page',
      'average',
    ),
    wrong: chart(
      'select page, sum(seconds) as average from public.visits group by page order by average desc',
      'page',
      'average',
    ),
    check: async (attempt) => {
      const [first, second] = attempt.results.at(-1) ?? [];
      assert.ok(first !== undefined && second !== undefined);
      const card = attempt.cards.at(-1);
      assert.ok(card !== undefined && 'sql' in card);
      assert.equal(Math.round(Number(first[card.yAxis ?? ''])), 23);
      assertChart(attempt, [
        ['home', Number(first[card.yAxis ?? ''])],
        ['shop', 22.5],
      ]);
    },
  },
  {
    name: 'growth',
    prompt: 'A chart of how many rows public.visits had in all up to each day that has some, by day.',
    setUp: VISITS,
    solution: chart(
      'select day, sum(count(*)) over (order by day) as total from public.visits group by day order by day',
      'day',
      'total',
    ),
    wrong: chart(
      'select day, count(*) as total from public.visits group by day order by day',
      'day',
      'total',
    ),
    check: async (attempt) =>
      assertChart(attempt, [
        ['2030-01-01', 2],
        ['2030-01-03', 5],
      ]),
  },
  {
    name: 'shares of a whole',
    prompt: 'A chart of the percentage of the rows of public.visits that each page has, by page.',
    setUp: VISITS,
    solution: chart(
      'select page, 100.0 * count(*) / sum(count(*)) over () as percent from public.visits group by page order by page',
      'page',
      'percent',
    ),
    wrong: chart(
      'select page, 100.0 * count(*) / 100 as percent from public.visits group by page order by page',
      'page',
      'percent',
    ),
    check: async (attempt) =>
      assertChart(attempt, [
        ['home', 60],
        ['shop', 40],
      ]),
  },
  {
    name: 'classes of a length',
    prompt:
      'A chart of how many rows of public.visits last 0 to 19, 20 to 39 and 40 to 59 seconds; the X axis says 0, 20 and 40.',
    setUp: VISITS,
    solution: chart(
      'select seconds / 20 * 20 as lower_bound, count(*) as visits from public.visits group by 1 order by 1',
      'lower_bound',
      'visits',
    ),
    wrong: chart(
      'select round(seconds / 20.0) * 20 as lower_bound, count(*) as visits from public.visits group by 1 order by 1',
      'lower_bound',
      'visits',
    ),
    check: async (attempt) =>
      assertChart(attempt, [
        ['0', 2],
        ['20', 2],
        ['40', 1],
      ]),
  },
];
