import type { SaveContentInput } from '@basalt/contract';
import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOpenSnippet, type SnippetStart } from './open-snippet.ts';
import { newSnippetFacts, type SqlItem } from './snippet-facts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ID = '11111111-1111-4111-8111-111111111111';

/** A server with one snippet, a browser that keeps one draft, and somebody who writes. */
function world(start: Partial<SnippetStart> = {}) {
  const server = {
    ...{ sql: 'old', name: 'Orders', visibility: 'user', version: start.version ?? 1 },
    ...{ losesAnswers: false, isDown: false, saves: 0 },
  };
  const browser: { draft: { sql: string; version: number; sentMark: string | null } | null } = {
    draft: null,
  };
  const item = () =>
    ({
      ...{ id: ID, type: 'sql', name: server.name, description: '', visibility: server.visibility },
      ...{
        folder_id: null,
        favorite: false,
        owner: { id: '1', email: 'a@b.co' },
        updated_at: `t${server.version}`,
      },
      ...{ can_update: true, version: server.version, content: { sql: server.sql } },
    }) as SqlItem;
  const refuse = (status: number, code: string, details?: unknown) =>
    new ORPCError(code, { status, message: code, data: { code, message: code, details } });
  const save = async (body: SaveContentInput) => {
    server.saves += 1;
    if (server.isDown) throw new TypeError('Failed to fetch');
    if (body.type !== 'sql') throw refuse(400, 'bad_request');
    const isSame = body.content.sql === server.sql;
    if (body.version !== server.version && !isSame) throw refuse(409, 'conflict', { current: item() });
    if (!isSame) server.version += 1;
    server.sql = body.content.sql;
    server.name = body.name ?? server.name;
    server.visibility = body.visibility ?? server.visibility;
    if (server.losesAnswers) throw new TypeError('Failed to fetch');
    return item();
  };
  const snippet = createOpenSnippet(
    { facts: newSnippetFacts(ID), sql: 'old', version: 1, isChanged: false, maySave: true, ...start },
    {
      save,
      keepChange: () => true,
      keepDraft: async (draft) => {
        browser.draft = draft;
        return true;
      },
      dropDraft: () => {
        browser.draft = null;
      },
      onSaved: () => {},
      onChange: () => {},
    },
  );
  const write = (text: string) => snippet.changed(() => text);
  const elsewhere = (text: string) => {
    server.sql = text;
    server.version += 1;
    return item();
  };
  return { server, browser, snippet, write, elsewhere, item };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('an open snippet', () => {
  it('keeps every key in the browser until the server has exactly that text', async () => {
    const { browser, write, server } = world();
    write('a');
    expect(browser.draft).toMatchObject({ sql: 'a', version: 1 });
    write('ab');
    expect(browser.draft).toMatchObject({ sql: 'ab', version: 1 });
    await pass(1_000);
    expect(server.sql).toBe('ab');
    expect(browser.draft).toBeNull();
  });

  it('goes on from the saved version with what was typed during the save', async () => {
    const { browser, write, server, snippet } = world();
    write('a');
    snippet.saveNow();
    write('ab');
    await pass(0);
    expect(server.sql).toBe('a');
    expect(browser.draft).toMatchObject({ sql: 'ab', version: 2 });
    await pass(1_000);
    expect(server).toMatchObject({ sql: 'ab', version: 3 });
  });

  it('keeps a name that was given while the first save was on its way, whatever is heard meanwhile', async () => {
    const { write, server, snippet, item } = world({ version: 0 });
    write('a');
    snippet.saveNow();
    snippet.nameNew('By day');
    await pass(0);
    expect(server.name).not.toBe('By day');
    snippet.noticed(item());
    expect(snippet.view().facts.name).toBe('By day');
    await pass(1_000);
    expect(server.name).toBe('By day');
    // From here on the server knows best again.
    server.name = 'Renamed elsewhere';
    snippet.noticed(item());
    expect(snippet.view().facts.name).toBe('Renamed elsewhere');
  });

  it('stays shared, or private, as it was made elsewhere', async () => {
    const { write, server, snippet } = world();
    server.visibility = 'project';
    write('a');
    await pass(1_000);
    expect(server).toMatchObject({ sql: 'a', visibility: 'project' });
    expect(snippet.view().facts.visibility).toBe('project');
  });

  it('never saves the old name while a new one is on its way', async () => {
    const { write, server, snippet } = world();
    const ended = snippet.naming('By day');
    write('a');
    await pass(1_000);
    expect(server.name).toBe('By day');
    ended(true);
    snippet.naming('Refused')(false);
    expect(snippet.view().facts.name).toBe('By day');
  });

  it('says that it is not saved while the server is away, and saves by itself later', async () => {
    const { browser, write, server, snippet } = world();
    server.isDown = true;
    write('a');
    await pass(1_000);
    expect(snippet.view()).toMatchObject({ phase: 'failed' });
    expect(browser.draft?.sql).toBe('a');
    server.isDown = false;
    await pass(60_000);
    expect(snippet.view()).toMatchObject({ phase: 'idle', failure: null });
    expect(server.sql).toBe('a');
  });

  it('does not take its own text for somebody else’s when an answer was lost', async () => {
    const { write, server, snippet } = world();
    server.losesAnswers = true;
    write('a');
    await pass(1_000);
    server.losesAnswers = false;
    write('ab');
    await pass(60_000);
    expect(snippet.view().phase).toBe('idle');
    expect(server.sql).toBe('ab');
  });

  it('recognizes after a crash what was on its way', async () => {
    const first = world();
    first.write('a');
    first.snippet.saveNow();
    const draft = first.browser.draft;
    const second = world({ sql: 'ab', version: 1, sentMark: draft?.sentMark ?? null, isChanged: true });
    second.server.version = 2;
    second.server.sql = 'a';
    await pass(1_000);
    expect(second.snippet.view().phase).toBe('idle');
    expect(second.server.sql).toBe('ab');
  });

  it('never overwrites what somebody else saved', async () => {
    const { write, server, snippet, elsewhere, browser } = world();
    elsewhere('theirs');
    write('mine');
    await pass(1_000);
    expect(snippet.view()).toMatchObject({ phase: 'conflict', theirs: { content: { sql: 'theirs' } } });
    write('mine, and more');
    await pass(60_000);
    expect(server.sql).toBe('theirs');
    expect(browser.draft?.sql).toBe('mine, and more');
  });

  it('saves over it once that was chosen', async () => {
    const { write, server, snippet, elsewhere } = world();
    elsewhere('theirs');
    write('mine');
    await pass(1_000);
    snippet.keepMine();
    await pass(0);
    expect(server.sql).toBe('mine');
    expect(snippet.view().phase).toBe('idle');
  });

  it('takes the other text into the editor once that was chosen, and keeps no draft', async () => {
    const { write, snippet, elsewhere, browser } = world();
    const shown: string[] = [];
    snippet.mounted((text) => shown.push(text));
    elsewhere('theirs');
    write('mine');
    await pass(1_000);
    snippet.takeTheirs();
    expect(shown).toEqual(['theirs']);
    expect(snippet.text()).toBe('theirs');
    expect(browser.draft).toBeNull();
  });

  it('loads a newer text while nothing was typed, but never over what was', async () => {
    const { write, snippet, elsewhere, server } = world();
    snippet.noticed(elsewhere('newer'));
    expect(snippet.text()).toBe('newer');
    write('mine');
    snippet.noticed(elsewhere('newest'));
    expect(snippet.text()).toBe('mine');
    await pass(1_000);
    expect(snippet.view().phase).toBe('conflict');
    expect(server.sql).toBe('newest');
  });

  it('does not go back to an older text that a list still had', () => {
    const { snippet, elsewhere } = world();
    const older = elsewhere('newer');
    snippet.noticed(elsewhere('newest'));
    snippet.noticed(older);
    expect(snippet.text()).toBe('newest');
  });

  it('sends nothing of a snippet that may only be read', async () => {
    const { write, server, browser, snippet } = world({ maySave: false });
    write('mine');
    await pass(60_000);
    expect(server.saves).toBe(0);
    expect(browser.draft?.sql).toBe('mine');
    expect(snippet.view().isOnlyHere).toBe(true);
  });
});

it('has every key somewhere, whatever happens in between', async () => {
  const random = pseudoRandom(7);
  for (let round = 0; round < 40; round += 1) {
    const { server, browser, snippet, write, elsewhere } = world();
    let typed = 'old';
    let taken = false;
    for (let step = 0; step < 30; step += 1) {
      const dice = random();
      if (dice < 0.5) {
        typed = `${typed}${step}`;
        taken = false;
        write(typed);
      } else if (dice < 0.6) server.isDown = !server.isDown;
      else if (dice < 0.7) server.losesAnswers = !server.losesAnswers;
      else if (dice < 0.74) elsewhere(`theirs ${step}`);
      else if (dice < 0.8) snippet.keepMine();
      else if (dice < 0.83 && snippet.view().phase === 'conflict') {
        snippet.takeTheirs();
        taken = true;
      } else await pass(Math.floor(random() * 3_000));
      if (taken || typed === 'old') typed = snippet.text();
      else expect([server.sql, browser.draft?.sql]).toContain(typed);
    }
  }
});

function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
