import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AiEditEvent, type AiEditState, closed, nextAiEditState } from './ai-edit-machine.ts';

const context = { before: 'select ', selection: '1', after: ';' };
const empty = { before: '', selection: '', after: '' };
const after = (...events: AiEditEvent[]): AiEditState => events.reduce(nextAiEditState, closed);

const asked: AiEditEvent[] = [
  { type: 'open', context },
  { type: 'write', prompt: 'make it two' },
  { type: 'submit', id: 1 },
];
const diff: AiEditEvent[] = [...asked, { type: 'completed', id: 1, completion: '2' }];
const proposal = { original: 'select 1;', modified: 'select 2;' };

describe('nextAiEditState', () => {
  it.each<[string, AiEditEvent[], AiEditState]>([
    ['opens', asked.slice(0, 1), { phase: 'open', problem: null, prompt: '', context, proposal: null }],
    [
      'starts with a prompt',
      [{ type: 'open', context, prompt: 'x' }],
      {
        phase: 'open',
        problem: null,
        prompt: 'x',
        context,
        proposal: null,
      },
    ],
    [
      'does not send a blank prompt',
      [
        { type: 'open', context },
        { type: 'write', prompt: ' \n' },
        { type: 'submit', id: 1 },
      ],
      { phase: 'open', problem: null, prompt: ' \n', context, proposal: null },
    ],
    ['generates', asked, { phase: 'generating', id: 1, prompt: 'make it two', context, proposal: null }],
    ['does not send twice', [...asked, { type: 'submit', id: 2 }], after(...asked)],
    ['shows what would change', diff, { phase: 'diff', proposal }],
    ['accepts', [...diff, { type: 'accept' }], { phase: 'accepted', text: 'select 2;' }],
    ['closes once it is in the editor', [...diff, { type: 'accept' }, { type: 'applied' }], closed],
    ['rejects', [...diff, { type: 'reject' }], closed],
    ['closes the prompt', [{ type: 'open', context }, { type: 'reject' }], closed],
    [
      'cancels back to the prompt',
      [...asked, { type: 'cancel' }],
      {
        phase: 'open',
        problem: null,
        prompt: 'make it two',
        context,
        proposal: null,
      },
    ],
    [
      'says why it failed, and keeps the prompt',
      [...asked, { type: 'failed', id: 1, message: 'No.' }],
      {
        phase: 'open',
        problem: 'No.',
        prompt: 'make it two',
        context,
        proposal: null,
      },
    ],
    [
      'forgets an answer that was cancelled',
      [...asked, { type: 'cancel' }, { type: 'completed', id: 1, completion: '9' }],
      after(...asked, { type: 'cancel' }),
    ],
    [
      'takes only the newest answer',
      [
        ...asked,
        { type: 'cancel' },
        { type: 'submit', id: 2 },
        { type: 'completed', id: 1, completion: '9' },
      ],
      { phase: 'generating', id: 2, prompt: 'make it two', context, proposal: null },
    ],
    [
      'fills an empty editor at once',
      [
        { type: 'open', context: empty },
        { type: 'write', prompt: 'x' },
        { type: 'submit', id: 1 },
        { type: 'completed', id: 1, completion: 'select 1;' },
      ],
      { phase: 'accepted', text: 'select 1;' },
    ],
    [
      'says that nothing changed',
      [...asked, { type: 'completed', id: 1, completion: '1' }],
      {
        phase: 'open',
        problem: 'The answer changes nothing.',
        prompt: 'make it two',
        context,
        proposal: null,
      },
    ],
  ])('%s', (_name, events, expected) => {
    expect(after(...events)).toEqual(expected);
  });

  it('works on the text as it is when it is sent', () => {
    const typed = { before: 'select ', selection: '1, 2', after: ';' };
    const events: AiEditEvent[] = [
      { type: 'open', context },
      { type: 'write', prompt: 'x' },
      { type: 'submit', id: 1, context: typed },
      { type: 'completed', id: 1, completion: '3' },
    ];
    expect(after(...events)).toEqual({
      phase: 'diff',
      proposal: { original: 'select 1, 2;', modified: 'select 3;' },
    });
  });

  describe('a prompt while a diff is open', () => {
    const second = { before: '', selection: 'select 2', after: ';' };
    const reopened: AiEditEvent[] = [...diff, { type: 'open', context: second }];

    it('works on the modified text and is compared with the first one', () => {
      const events: AiEditEvent[] = [
        { type: 'write', prompt: 'three' },
        { type: 'submit', id: 2 },
        { type: 'completed', id: 2, completion: 'select 3' },
      ];
      expect(after(...reopened, ...events)).toEqual({
        phase: 'diff',
        proposal: { original: 'select 1;', modified: 'select 3;' },
      });
    });

    it('goes back to the diff when it is left', () => {
      expect(after(...reopened, { type: 'reject' })).toEqual({ phase: 'diff', proposal });
    });

    it('can be skipped by accepting', () => {
      expect(after(...reopened, { type: 'accept' })).toEqual({ phase: 'accepted', text: 'select 2;' });
    });
  });

  const text = fc.string({ maxLength: 4 });
  const id = fc.integer({ min: 1, max: 3 });
  const event: fc.Arbitrary<AiEditEvent> = fc.oneof(
    fc.record({
      type: fc.constant('open' as const),
      context: fc.record({ before: text, selection: text, after: text }),
    }),
    fc.record({ type: fc.constant('write' as const), prompt: text }),
    fc.record({ type: fc.constant('submit' as const), id }),
    fc.record({ type: fc.constant('completed' as const), id, completion: text }),
    fc.record({ type: fc.constant('failed' as const), id, message: text }),
    fc.constantFrom<AiEditEvent>(
      { type: 'cancel' },
      { type: 'accept' },
      { type: 'reject' },
      { type: 'applied' },
    ),
  );

  it('keeps its promises whatever happens in whatever order', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let state = closed;
        for (const one of events) {
          const next = nextAiEditState(state, one);
          if (next.phase === 'generating') expect(next.prompt.trim()).not.toBe('');
          // Text reaches the editor by an accepted diff, or because the editor was empty.
          if (next.phase === 'accepted' && state.phase !== 'accepted' && one.type !== 'accept') {
            expect(state.phase).toBe('generating');
            expect(one.type).toBe('completed');
          }
          if (next.phase === 'diff') expect(next.proposal.modified).not.toBe(next.proposal.original);
          state = next;
        }
        // Leaving three times leaves for good, unless a decision waits to be applied.
        const left = [1, 2, 3].reduce((at) => nextAiEditState(at, { type: 'reject' }), state);
        expect(['closed', 'accepted']).toContain(left.phase);
      }),
    );
  });
});
