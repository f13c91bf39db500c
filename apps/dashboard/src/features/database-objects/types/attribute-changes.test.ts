import { describe, expect, it } from 'vitest';
import { attributeChanges, attributeDrafts, attributesProblem } from './attribute-changes.ts';

const present = [
  { name: 'street', format: 'text' },
  { name: 'number', format: 'integer' },
  { name: 'city', format: 'text' },
];
const [street, number, city] = attributeDrafts(present);
if (street === undefined || number === undefined || city === undefined) throw new Error('no drafts');
const added = { stored: null, name: 'zip', type: ' text ', isDropped: false };

describe('attributeChanges', () => {
  it('asks for nothing when nothing has changed', () => {
    expect(attributeChanges(present, attributeDrafts(present))).toEqual({});
  });

  it('names what is dropped, changed and renamed as it is now', () => {
    const drafts = [
      { ...street, name: 'road', type: 'varchar(80)' },
      { ...number, name: 'forgotten', isDropped: true },
      { ...city, name: 'street' },
      added,
    ];
    expect(attributeChanges(present, drafts)).toEqual({
      drop_attributes: ['number'],
      retype_attributes: [{ name: 'street', type: 'varchar(80)' }],
      rename_attributes: [
        { from: 'street', to: 'road' },
        { from: 'city', to: 'street' },
      ],
      add_attributes: [{ name: 'zip', type: 'text' }],
    });
  });
});

describe('attributesProblem', () => {
  it('finds what a type cannot be made of', () => {
    expect(attributesProblem([street, city, added])).toBe(null);
    expect(attributesProblem([{ ...street, isDropped: true }])).toMatch('at least one');
    expect(attributesProblem([street, { ...added, type: ' ' }])).toMatch('a name and a type');
    expect(attributesProblem([street, { ...added, name: 'street' }])).toMatch('once');
    expect(
      attributesProblem([
        { ...street, isDropped: true },
        { ...added, name: 'street' },
      ]),
    ).toBe(null);
  });
});
