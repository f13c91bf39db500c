import { parse, print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { prettify } from './prettify.ts';

describe('prettify', () => {
  it.each([
    ['{a b}', '{\n  a\n  b\n}\n'],
    ['query A{a(first:1 after:"x"){b}}', 'query A {\n  a(first: 1, after: "x") {\n    b\n  }\n}\n'],
    [
      '# first\nquery A($id:Int!=1,$list:[Int!]!){x:a(id:$id,filter:{id:{in:[1 2]},or:[{a:{is:NULL}}{b:{}}]}){...F ...on B@include(if:$id){c}}} fragment F on B{d # why\n} # end',
      `# first
query A($id: Int! = 1, $list: [Int!]!) {
  x: a(
    id: $id
    filter: { id: { in: [1, 2] }, or: [{ a: { is: NULL } }, { b: {} }] }
  ) {
    ...F
    ... on B @include(if: $id) {
      c
    }
  }
}

fragment F on B {
  d # why
} # end
`,
    ],
  ])('lays %s out', (text, pretty) => {
    const said = prettify(text);
    expect(said).toBe(pretty);
    expect(print(parse(said))).toBe(print(parse(text)));
    expect(prettify(said)).toBe(said);
  });

  it('keeps comments', () => {
    const said = prettify('{\n# rows\na(# how many\nfirst:1 ){ b # last\n} }');
    for (const comment of ['# rows', '# how many', '# last']) expect(said).toContain(comment);
  });

  it('breaks arguments that do not fit', () => {
    const long = 'x'.repeat(60);
    expect(prettify(`{a(first:1 filter:{title:{eq:"${long}"}}){b}}`)).toBe(
      `{\n  a(\n    first: 1\n    filter: { title: { eq: "${long}" } }\n  ) {\n    b\n  }\n}\n`,
    );
  });

  it('leaves alone what it cannot read', () => expect(prettify('{ a')).toBe('{ a'));
});
