import { describe, expect, it } from 'vitest';
import type { ExportJob } from '../kernel/ports.ts';
import { MemoryExportTickets } from './export-tickets.ts';

const job: ExportJob = {
  accountId: 'me',
  ref: 'quarry',
  content: { kind: 'statement', query: 'select 1', parameters: undefined },
  fileName: 'stones.csv',
};

describe('MemoryExportTickets', () => {
  it('are good for one time', () => {
    const tickets = new MemoryExportTickets();
    const ticket = tickets.issue(job);
    expect(tickets.redeem(ticket, 'me', 'quarry')).toEqual(job);
    expect(tickets.redeem(ticket, 'me', 'quarry')).toBeNull();
  });

  it('are good for one person and project, and are not used up by others', () => {
    const tickets = new MemoryExportTickets();
    const ticket = tickets.issue(job);
    expect(tickets.redeem(ticket, 'somebody', 'quarry')).toBeNull();
    expect(tickets.redeem(ticket, 'me', 'other')).toBeNull();
    expect(tickets.redeem(`${ticket}x`, 'me', 'quarry')).toBeNull();
    expect(tickets.redeem(ticket, 'me', 'quarry')).toEqual(job);
  });

  it('are good for a minute', () => {
    let now = 0;
    const tickets = new MemoryExportTickets(() => now);
    const ticket = tickets.issue(job);
    now = 60_000;
    expect(tickets.redeem(ticket, 'me', 'quarry')).toBeNull();
  });

  it('give way to newer ones of the same person only', () => {
    const tickets = new MemoryExportTickets();
    const theirs = tickets.issue({ ...job, accountId: 'somebody' });
    const mine = Array.from({ length: 6 }, () => tickets.issue(job));
    const [oldest = '', second = ''] = mine;
    expect(tickets.redeem(oldest, 'me', 'quarry')).toBeNull();
    expect(tickets.redeem(second, 'me', 'quarry')).toEqual(job);
    expect(tickets.redeem(theirs, 'somebody', 'quarry')).not.toBeNull();
  });
});
