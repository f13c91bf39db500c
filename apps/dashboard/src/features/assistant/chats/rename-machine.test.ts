import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextRenameState, type RenameEvent, type RenameState, shown } from './rename-machine.ts';

const edit: RenameEvent = { type: 'edit', chatId: 'a', name: 'Untitled' };
const write = (draft: string): RenameEvent => ({ type: 'write', draft });
const after = (...events: RenameEvent[]): RenameState => events.reduce(nextRenameState, shown);

describe('nextRenameState', () => {
  it.each<[string, RenameEvent[], RenameState]>([
    ['begins with the name', [edit], { phase: 'editing', chatId: 'a', draft: 'Untitled', isEmpty: false }],
    [
      'confirms on Enter, without the spaces around',
      [edit, write('  Orders '), { type: 'enter' }],
      { phase: 'saving', chatId: 'a', name: 'Orders' },
    ],
    [
      'confirms when the field is left',
      [edit, write('Orders'), { type: 'blur' }],
      { phase: 'saving', chatId: 'a', name: 'Orders' },
    ],
    ['cancels on Escape', [edit, write('Orders'), { type: 'escape' }], shown],
    [
      'refuses an empty name on Enter',
      [edit, write('  '), { type: 'enter' }],
      { phase: 'editing', chatId: 'a', draft: '  ', isEmpty: true },
    ],
    ['drops an empty name when the field is left', [edit, write(''), { type: 'blur' }], shown],
    ['ends with the answer', [edit, write('Orders'), { type: 'enter' }, { type: 'settled' }], shown],
    [
      'saves once, although the field is left as it goes',
      [edit, write('Orders'), { type: 'enter' }, { type: 'blur' }],
      { phase: 'saving', chatId: 'a', name: 'Orders' },
    ],
  ])('%s', (_name, events, expected) => {
    expect(after(...events)).toEqual(expected);
  });

  it('never saves an empty name, whatever happens', () => {
    const event = fc.oneof(
      fc.record({ type: fc.constant('edit' as const), chatId: fc.constant('a'), name: fc.string() }),
      fc.record({ type: fc.constant('write' as const), draft: fc.constantFrom('', ' ', 'b', ' c ') }),
      fc.constantFrom<RenameEvent>(
        { type: 'enter' },
        { type: 'blur' },
        { type: 'escape' },
        { type: 'settled' },
      ),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const state = after(...events);
        if (state.phase === 'saving') expect(state.name).toBe(state.name.trim());
        if (state.phase === 'saving') expect(state.name).not.toBe('');
      }),
    );
  });
});
