import { describe, expect, it } from 'vitest';
import { childrenOf, readXml, textIn } from './read-xml.ts';
import { writeXml } from './write-xml.ts';

const read = (text: string) => readXml(Buffer.from(text), 'Delete');

describe('XML', () => {
  it('is read whatever its namespace, with texts as they are', () => {
    const root = read(
      `<?xml version="1.0"?><s:Delete xmlns:s="http://s3.amazonaws.com/doc/2006-03-01/"><Object><Key> a&amp;&lt;b&#13;c </Key></Object>
      <Object><Key>007</Key></Object><Quiet>true</Quiet></s:Delete>`,
    );
    expect(childrenOf(root, 'Object').map((one) => textIn(one, 'Key'))).toEqual([' a&<b\rc ', '007']);
    expect(textIn(root, 'Quiet')).toBe('true');
  });

  it.each([
    '',
    'nothing',
    '<Delete>',
    '<Other/>',
    '<Delete></Other>',
    '<!DOCTYPE Delete [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Delete><Object><Key>&b;</Key></Object></Delete>',
    '<Delete>'.repeat(50_000),
  ])('is refused: %#', (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'MalformedXML' }));
  });

  it('is written so that it can be read again', () => {
    const Key = `<b>&"'\u0001 ]]> \ud800`;
    const text = writeXml('Delete', { Object: [{ Key }, { Key: 'x' }], None: null, Empty: [], Zero: 0 });
    const root = read(text);
    expect(childrenOf(root, 'Object').map((one) => textIn(one, 'Key'))).toEqual([
      `<b>&"'\ufffd ]]> \ufffd`,
      'x',
    ]);
    expect(textIn(root, 'Zero')).toBe('0');
    expect(text).not.toContain('None');
  });
});
