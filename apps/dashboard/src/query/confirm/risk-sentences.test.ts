import { findRisks } from '@basalt/sql';
import { describe, expect, it } from 'vitest';
import { riskSentences } from './risk-sentences.ts';

const said = (sql: string) => riskSentences(sql, findRisks(sql));

describe('riskSentences', () => {
  it.each<[string, string]>([
    ['drop table orders', 'Drops the table orders.'],
    ['drop schema if exists sales cascade', 'Drops the schema sales.'],
    ['truncate orders', 'Empties orders.'],
    ['delete from orders where id = 1', 'Deletes rows of orders.'],
    ['delete from orders', 'Deletes every row of orders.'],
    ['update orders set a = 1', 'Updates every row of orders.'],
  ])('%s', (sql, sentence) => {
    expect(said(sql)).toEqual([sentence]);
  });

  it('says which column goes, and what a new table without row level security means', () => {
    expect(said('alter table orders drop column note')[0]).toMatch(/^Drops the column .*note/);
    expect(said('create table t (id int)')[0]).toContain('without row level security');
    expect(said('alter database postgres allow_connections false')[0]).toContain('Locks everybody out');
  });

  it('does not say a thing twice, and says the gravest first', () => {
    expect(said('update a set b = 1; update a set b = 2; drop table c')).toEqual([
      'Drops the table c.',
      'Updates every row of a.',
    ]);
  });

  it('finds words for what a block hides', () => {
    expect(said('do $$ begin drop table orders; end $$')[0]).toMatch(/orders/);
  });
});
