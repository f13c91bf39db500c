import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseViewRule } from './views.ts';

const entry = (number: number, name: string, table: number, column: number, hidden = false) =>
  `{TARGETENTRY :expr {VAR :varno 1 :varattno ${column} :location 8} :resno ${number} :resname ${name} :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk ${hidden}}`;
const query = (targets: string, before = '', after = '') =>
  `({QUERY :commandType 1 :cteList <> :rtable (${before}) :targetList (${targets}) :override 0 :groupClause <> :havingQual ${after || '<>'} :stmt_len 0})`;

describe('parseViewRule', () => {
  it('reads where columns come from', () => {
    const rule = query(
      `${entry(1, 'id', 100, 1)} ${entry(2, 'x', 0, 0)} ${entry(3, 'y', 200, 7)} ${entry(4, 'z', 100, 2, true)}`,
    );
    expect([...parseViewRule(rule)]).toEqual([
      [1, { relation: 100, column: 1 }],
      [3, { relation: 200, column: 7 }],
    ]);
  });

  it('does not take the columns of queries inside for its own', () => {
    const inner = query(entry(1, 'inner', 999, 9)).slice(1, -1);
    const withInner = entry(2, 'n', 0, 0)
      .replace('{VAR ', `{SUBLINK :subselect ${inner} :x {VAR `)
      .replace('8}', '8}}');
    const rule = query(
      `${entry(1, 'id', 100, 1)} ${withInner}`,
      `{RANGETBLENTRY :subquery ${inner}}`,
      `{SUBLINK :subselect ${inner}}`,
    );
    expect([...parseViewRule(rule)]).toEqual([[1, { relation: 100, column: 1 }]]);
  });

  it('is not misled by names, whatever they hold', () => {
    const escaped = (name: string) => name.replace(/[\s(){}\\]/g, (char) => `\\${char}`);
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('(', ')', '{', '}', ' ', '\\', ':targetList', ':resorigtbl', '1', '"', '\n', 'é'),
          {
            minLength: 1,
            maxLength: 12,
          },
        ),
        (parts) => {
          const rule = query(`${entry(1, escaped(parts.join('')), 100, 3)} ${entry(2, 'b', 100, 4)}`);
          expect([...parseViewRule(rule).values()]).toEqual([
            { relation: 100, column: 3 },
            { relation: 100, column: 4 },
          ]);
        },
      ),
    );
  });

  it.each(['', '({QUERY', '<>', ')))', '({QUERY :targetList ({TARGETENTRY'])(
    'makes nothing of %j',
    (rule) => {
      expect(parseViewRule(rule).size).toBe(0);
    },
  );
});
