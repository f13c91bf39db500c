import { describe, expect, it } from 'vitest';
import type { TableObject } from '../shared/objects.ts';
import { diagramMarkdown } from './diagram-markdown.ts';
import { diagramOf, neighbours, tableKey } from './diagram-model.ts';
import { drawSvg } from './draw-svg.ts';
import { layOut, withRemembered } from './layout.ts';
import { schemaScript } from './schema-script.ts';
import { findTables } from './table-search.tsx';
import { TABLE_WIDTH, tableHeight } from './table-shape.ts';

const column = (name: string, more = {}) => ({
  name,
  format: 'int4',
  is_nullable: false,
  is_unique: false,
  is_identity: false,
  is_generated: false,
  ...more,
});

const key = (id: number, source: string, sourceColumn: string, target: string, schema = 'public') => ({
  id,
  constraint_name: `${source}_fkey`,
  source_schema: 'public',
  source_table_name: source,
  source_column_name: sourceColumn,
  target_table_schema: schema,
  target_table_name: target,
  target_column_name: 'id',
  deletion_action: 'c',
  update_action: 'a',
});

const table = (name: string, columns: object[], relationships: object[], primary = ['id']) =>
  ({
    id: name.length,
    schema: 'public',
    name,
    comment: null,
    rls_enabled: true,
    columns,
    relationships,
    primary_keys: primary.map((each) => ({ name: each })),
  }) as unknown as TableObject;

const ODD = '<b>"a|b"\u0007\nx';
const TO_ORDERS = key(1, 'lines', 'order_id', 'orders');
const TO_USERS = key(2, 'orders', 'user_id', 'users', 'auth');
const DIAGRAM = diagramOf([
  table('orders', [column('id'), column('user_id', { is_nullable: true })], [TO_ORDERS, TO_USERS]),
  table('lines', [column('order_id'), column('place'), column('text')], [TO_ORDERS], ['order_id', 'place']),
  table(ODD, [column('id')], []),
]);
const ORDERS = tableKey('public', 'orders');
const LINES = tableKey('public', 'lines');
const USERS = tableKey('auth', 'users');
const COLORS = {
  ground: '#000',
  table: '#111',
  heading: '',
  line: '#222',
  link: '#333',
  text: '#fff',
  dim: '#aaa',
};

describe('a diagram', () => {
  it('has each key once, and tables of other schemas by the columns that are referred to', () => {
    expect(DIAGRAM.links.map(({ source, target, onDelete }) => [source, target, onDelete])).toEqual([
      [LINES, ORDERS, 'cascade'],
      [ORDERS, USERS, 'cascade'],
    ]);
    expect(DIAGRAM.tables.find(({ key: each }) => each === USERS)).toMatchObject({
      id: null,
      columns: [{ name: 'id' }],
    });
    expect([...neighbours(DIAGRAM.links, ORDERS)].sort()).toEqual([USERS, LINES, ORDERS].sort());
  });

  it('finds tables by their own name before those with such a column', () => {
    expect(findTables(DIAGRAM, ' ORDER')).toEqual([ORDERS, LINES]);
    expect(findTables(DIAGRAM, '')).toEqual([]);
  });

  it('folds away what is no key', () => {
    const lines = DIAGRAM.tables.find(({ key: each }) => each === LINES);
    if (lines === undefined) throw new Error('The table is not drawn');
    expect(tableHeight(lines, 'all')).toBe(36 + 3 * 24 + 2);
    expect(tableHeight(lines, 'keys')).toBe(36 + 3 * 24 + 2);
    const orders = { ...lines, columns: [...lines.columns, ...lines.columns] };
    expect(tableHeight(orders, 'keys')).toBeLessThan(tableHeight(orders, 'all'));
  });
});

describe('the layout', () => {
  const random = (() => {
    let seed = 7;
    return (below: number) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % below;
    };
  })();

  it.each([
    ['few tables', 6, 5],
    ['tables without keys', 40, 0],
    ['a group too large for dagre', 400, 900],
  ])('puts no table over another: %s', (_, count, keys) => {
    const tables = Array.from({ length: count }, (_each, index) => ({
      key: `t${index}`,
      width: TABLE_WIDTH,
      height: 60 + random(600),
    }));
    const links = Array.from({ length: keys }, () => ({
      source: `t${random(count)}`,
      target: `t${random(count)}`,
    }));
    const places = layOut({ tables, links });
    const boxes = tables.map(({ key: each, width, height }) => ({
      ...(places[each] ?? { x: 0, y: 0 }),
      width,
      height,
    }));
    const covers = boxes.flatMap((a, i) =>
      boxes
        .slice(i + 1)
        .filter(
          (b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
        ),
    );
    expect(covers).toEqual([]);
  });

  it('keeps what somebody moved and puts new tables below', () => {
    const tables = ['a', 'b', 'c'].map((each) => ({ key: each, width: 10, height: 20 }));
    const places = withRemembered(
      { tables, links: [] },
      { a: { x: 5, y: 5 }, b: { x: 90, y: 40 }, gone: { x: 0, y: 0 } },
    );
    expect(places).toMatchObject({ a: { x: 5, y: 5 }, b: { x: 90, y: 40 } });
    expect(places.c?.y).toBeGreaterThan(60);
    expect(places).not.toHaveProperty('gone');
  });
});

describe('what is taken out of a diagram', () => {
  it('is an image in which names are nothing but text', () => {
    const { svg, width, height } = drawSvg(DIAGRAM, { [ORDERS]: { x: -500, y: 300 } }, 'all', COLORS);
    expect(svg).toContain('&lt;b&gt;&quot;a|b&quot;▯');
    expect(svg).not.toContain('<b>');
    expect(width).toBeGreaterThan(500);
    expect(height).toBeGreaterThan(300);
  });

  it('is Markdown in which names are nothing but text', () => {
    const text = diagramMarkdown(DIAGRAM);
    expect(text).toContain('| user\\_id | int4 | nullable, → auth.users.id |');
    expect(text).toContain('## public.\\<b\\>"a\\|b"');
    expect(text).not.toContain('## auth.users');
  });

  it('is SQL in an order that can be run', () => {
    const script = (
      schema: string,
      name: string,
      rank: number,
      sql: string | null,
      after: string | null = null,
    ) => ({
      schema,
      name,
      rank,
      sql,
      after,
    });
    expect(
      schemaScript(
        [script('My "shop"', 'b', 2, 'type b;'), script('My "shop"', 'a', 1, 'type a;')],
        [
          script('public', 'part', 1, 'part;'),
          script('public', 'whole', 0, 'whole;', 'key;'),
          script('public', 'x\ny', 0, null),
        ],
      ),
    ).toMatchInlineSnapshot(`
      "-- Types and tables. Functions, views, policies and triggers are not in it.

      create schema if not exists "My ""shop""";

      type a;

      type b;

      whole;

      -- "public.x\\ny" cannot be written out now: something has a lock on it.

      part;

      key;

      "
    `);
  });
});
