import { expect, test } from 'vitest';
import { QueryError } from '../../errors/query-error.ts';
import { CopyFailure, definedBy, naming } from './copy-failure.ts';

test.each([
  ['CREATE TABLE public.orders (\n    id integer\n)', 'The table public.orders could not be created'],
  ['CREATE TABLE "a b"."c.d"(id int)', 'The table "a b"."c.d" could not be created'],
  ['CREATE OR REPLACE FUNCTION app.total(a int) RETURNS int', 'The function app.total could not be created'],
  [
    'CREATE UNIQUE INDEX orders_key ON public.orders USING btree (a)',
    'The index orders_key of public.orders could not be created',
  ],
  [
    'CREATE TRIGGER note AFTER INSERT ON public.orders FOR EACH ROW',
    'The trigger note of public.orders could not be created',
  ],
  ['CREATE POLICY own ON public.orders USING (true)', 'The policy own of public.orders could not be created'],
  [
    'ALTER TABLE ONLY public.orders\n    ADD CONSTRAINT orders_pkey PRIMARY KEY (id)',
    'The constraint orders_pkey of public.orders could not be created',
  ],
  ['REFRESH MATERIALIZED VIEW public.sums', 'The materialized view public.sums could not be filled'],
  ["CREATE ROLE reader PASSWORD 'SCRAM-SHA-256$4096'", 'The role reader could not be created'],
  ['SET check_function_bodies = false', null],
])('%s', (statement, what) => {
  expect(definedBy(statement)).toBe(what);
});

test('what a server says is told with the object, and keeps its code', async () => {
  const said = (code: string) => () => Promise.reject(new QueryError({ message: 'value too long', code }));
  await expect(naming('The data of public.orders could not be copied', said('22001'))).rejects.toMatchObject({
    message: 'The data of public.orders could not be copied: value too long.',
    code: '22001',
  });
  for (const code of ['08006', '57014', '57P01'])
    await expect(naming('The data', said(code))).rejects.not.toBeInstanceOf(CopyFailure);
  await expect(naming(null, said('22001'))).rejects.toMatchObject({ message: 'value too long' });
});
