import { describe, expect, test } from 'vitest';
import { RestError } from '../errors/rest-error.ts';
import { parseSelect } from './parse-select.ts';
import type { FieldPath, SelectItem } from './read-plan.ts';

/** A compact form of a select, so that tables stay readable. */
function show(items: readonly SelectItem[]): string {
  return items.map(showItem).join(' ');
}

function showItem(item: SelectItem): string {
  if (item.kind === 'star') return 'STAR';
  if (item.kind === 'count') return `${prefix(item.alias)}COUNT${suffix('::', item.cast)}`;
  if (item.kind === 'field') {
    const { field, alias, cast, aggregate } = item;
    const call = aggregate ? `.${aggregate.name.toUpperCase()}${suffix('::', aggregate.cast)}` : '';
    return `${prefix(alias)}${showField(field)}${suffix('::', cast)}${call}`;
  }
  const { name, alias, hint, join, spread, level } = item;
  const head = `${spread ? 'SPREAD ' : ''}${prefix(alias)}[${name}]`;
  return `${head}${suffix('!', hint)}${suffix('/', join)}(${show(level.select)})`;
}

const prefix = (alias: string | null) => (alias === null ? '' : `[${alias}]:`);
const suffix = (mark: string, text: string | null) => (text === null ? '' : `${mark}[${text}]`);
const showField = ({ name, steps }: FieldPath) =>
  `[${name}]${steps.map((step) => `${step.asText ? '->>' : '->'}${step.kind === 'key' ? `[${step.key}]` : step.index}`).join('')}`;

describe('select', () => {
  test.each([
    ['*', 'STAR'],
    ['', ''],
    ['id', '[id]'],
    ['id,name', '[id] [name]'],
    [' id , name ', '[id] [name]'],
    ['*,extra', 'STAR [extra]'],
    ['first name', '[first name]'],
    ['with-dash', '[with-dash]'],
    ['$money', '[$money]'],
    ['123', '[123]'],
    ['café', '[café]'],
    ['数量', '[数量]'],
    ['"a,b"', '[a,b]'],
    ['"a.b":"c:d"', '[a.b]:[c:d]'],
    [String.raw`"say \"hi\" \\ there"`, String.raw`[say "hi" \ there]`],
    ['" spaced "', '[ spaced ]'],
    ['alias:col', '[alias]:[col]'],
    ['alias: col', '[alias]:[col]'],
    ['col::text', '[col]::[text]'],
    ['col::timestamp with time zone', '[col]::[timestamp with time zone]'],
    ['alias:col::int', '[alias]:[col]::[int]'],
    ['data->a', '[data]->[a]'],
    ['data->a->>b', '[data]->[a]->>[b]'],
    ['data->0->>1', '[data]->0->>1'],
    ['data->-1', '[data]->-1'],
    ['data->-0', '[data]->0'],
    ['data->1a', '[data]->[1a]'],
    ['data->"x.y"', '[data]->[x.y]'],
    ['data->>"1"', '[data]->>[1]'],
    ['alias:data->a->>b::int', '[alias]:[data]->[a]->>[b]::[int]'],
    ['data->0::int', '[data]->0::[int]'],
    ['count()', 'COUNT'],
    ['n:count()', '[n]:COUNT'],
    ['count()::text', 'COUNT::[text]'],
    ['"count"()', '[count]()'],
    ['amount.sum()', '[amount].SUM'],
    ['total:amount.sum()', '[total]:[amount].SUM'],
    ['amount::numeric.sum()::text', '[amount]::[numeric].SUM::[text]'],
    ['amount.avg()::int', '[amount].AVG::[int]'],
    ['id.count()', '[id].COUNT'],
    ['a.min(),a.max()', '[a].MIN [a].MAX'],
    ['data->price::numeric.max()', '[data]->[price]::[numeric].MAX'],
    ['data->0.max()', '[data]->0.MAX'],
    ['author(*)', '[author](STAR)'],
    ['author()', '[author]()'],
    ['author( )', '[author]()'],
    ['author(name,books(title))', '[author]([name] [books]([title]))'],
    ['author( name , age )', '[author]([name] [age])'],
    ['writer:author(name)', '[writer]:[author]([name])'],
    ['author!inner(name)', '[author]/[inner]([name])'],
    ['author!left(name)', '[author]/[left]([name])'],
    ['author!left_fk(name)', '[author]![left_fk]([name])'],
    ['author!fk(name)', '[author]![fk]([name])'],
    ['author!fk!inner(name)', '[author]![fk]/[inner]([name])'],
    ['author!inner!fk(name)', '[author]![fk]/[inner]([name])'],
    ['author!"inner"(name)', '[author]![inner]([name])'],
    ['a:b!c!inner(d)', '[a]:[b]![c]/[inner]([d])'],
    ['...author(name)', 'SPREAD [author]([name])'],
    [
      'id,...author!fk!inner(name,...country(code))',
      '[id] SPREAD [author]![fk]/[inner]([name] SPREAD [country]([code]))',
    ],
    ['data->0,author(data->0)', '[data]->0 [author]([data]->0)'],
    ['author(count()),id', '[author](COUNT) [id]'],
    ['author(total:amount.sum())', '[author]([total]:[amount].SUM)'],
  ])('%s', (text, expected) => expect(show(parseSelect(text))).toBe(expected));

  test.each([
    ['a,', 3],
    [',a', 1],
    ['a,,b', 3],
    [':', 1],
    ['a:', 3],
    ['a::', 4],
    ['a:b:c', 4],
    ['*!hint', 2],
    ['a!hint', 7],
    ['a!', 3],
    ['a(', 3],
    ['a(b', 4],
    ['a(b))', 5],
    ['a(b[])', 4],
    ['a->', 4],
    ['a->>-78xy', 5],
    ['a->b(c)', 5],
    ['a->99999999999', 4],
    ['a.median()', 3],
    ['a.sum', 3],
    ['a.sum()x', 8],
    ['"open', 1],
    ['alias:...rel(a)', 7],
    ['...rel', 7],
    ['..rel(a)', 1],
    ['a!x!y!z(b)', 6],
    ['a;drop table x', 2],
    ["a'b", 2],
  ])('refuses %s at column %i', (text, column) => {
    const parse = () => parseSelect(text);
    expect(parse).toThrow(RestError);
    expect(parse).toThrow(`"failed to parse select parameter (${text})" (line 1, column ${column})`);
  });

  test('says what was expected', () => {
    expect(() => parseSelect('a[]')).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'PGRST100',
        details: 'unexpected "[" expecting ")", "," or end of input',
        hint: null,
      }),
    );
  });

  test.each([
    ['deep', 'a('.repeat(200) + ')'.repeat(200), 'deeper than'],
    ['deep and never closed', 'a('.repeat(20_000), 'deeper than'],
    ['many embeds', Array(101).fill('a()').join(), 'embeds'],
    ['many items', Array(2001).fill('a').join(), 'items'],
    ['many steps', `a${'->b'.repeat(3000)}`, 'items'],
  ])('bounds what is %s', (_what, text, word) =>
    expect(() => parseSelect(text)).toThrow(
      expect.objectContaining({ code: 'PGRST100', details: expect.stringContaining(word) }),
    ),
  );

  test('an error repeats only the start of a long text', () => {
    expect(() => parseSelect(`${'a'.repeat(5000)}[`)).toThrow(/^.{1,600}$/);
  });
});
