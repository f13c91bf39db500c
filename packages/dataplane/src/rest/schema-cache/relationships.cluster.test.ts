import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadAfter, relationshipsOf } from './load-for-test.ts';
import type { SchemaCache } from './schema-cache.ts';

const TABLES = `
  create table directors (id int primary key, name text);
  create table films (id int primary key, title text, director_id int references directors, sequel_of int references films);
  create table actors (id int primary key, name text);
  create table roles (film_id int references films, actor_id int references actors, name text,
    primary key (film_id, actor_id));
  create table reviews (id int primary key, film_id int references films, actor_id int references actors);
  create table trivia (film_id int primary key references films, text text);
  create table posters (id int primary key, film_id int unique references films);
  create table shelves (room int, number int, primary key (room, number));
  create table books (id int primary key, shelf_room int, shelf_number int,
    constraint books_shelf foreign key (shelf_room, shelf_number) references shelves);
  create table follows (follower int references actors, followed int references actors, primary key (follower, followed));
  create table hidden_parent.owners (id int primary key, name text);
  create table owned (id int primary key, owner_id int references hidden_parent.owners);`;

const VIEWS = `
  create view film_list as select title as name, id as film, director_id as by from films;
  create view film_list_list as select film, by as director from film_list where film > 0;
  create materialized view directors_stored as select id as code, upper(name) as loud from directors;
  create view joined as
    select f.id as film_id, d.id as director_id, f.title, (select count(*) from roles r where r.film_id = f.id) as cast_size
    from films f left join directors d on d.id = f.director_id order by f.title;
  create view grouped as
    with busy as (select director_id, count(*) as films from films group by director_id having count(*) >
      (select min(id) from actors)) select director_id, films from busy;
  create view books_elsewhere as select id, shelf_number as n, shelf_room as r from books;
  create view half as select id, shelf_room from books;
  create view united as select id, director_id from films union all select id, director_id from films;
  create view owner_view as select id, name from hidden_parent.owners;
  create view pairs as select a.id as first, b.id as second from directors a join directors b on b.id > a.id;
  create view roles_shown as select film_id, actor_id from roles;`;

const PARTITIONS = `
  create table readings (id int, day date, film_id int references films, primary key (id, day)) partition by range (day);
  create table readings_2024 partition of readings for values from ('2024-01-01') to ('2025-01-01');
  create table readings_2025 partition of readings for values from ('2025-01-01') to ('2026-01-01');
  create table notes (id int primary key, reading_id int, day date, foreign key (reading_id, day) references readings);`;

const COMPUTED = `
  create function best_film(directors) returns setof films rows 1 language sql stable as 'select * from public.films';
  create function all_films(directors) returns setof films language sql stable as 'select * from public.films';
  create function first_film(directors) returns films language sql stable as 'select * from public.films';
  create function directors(films) returns setof directors rows 1 language sql stable as 'select * from public.directors';`;

describe.each(inTurn([15, 18] as const))('relationships on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });
  let cache: SchemaCache;
  beforeAll(async () => {
    cache = await loadAfter(
      cluster,
      `create schema hidden_parent; ${TABLES} ${VIEWS} ${PARTITIONS} ${COMPUTED}`,
    );
  });
  const of = (name: string) => relationshipsOf(cache, name);

  it('follow foreign keys in both directions, and functions that stand for them', () => {
    expect(of('directors').filter((line) => !/_list|_stored|joined|grouped|pairs/.test(line))).toEqual([
      'm2o films by best_film()',
      'm2o films by first_film()',
      'o2m films by all_films()',
      'o2m films on id=director_id (films_director_id_fkey)',
    ]);
    expect(of('books').filter((line) => !/elsewhere/.test(line))).toEqual([
      'm2o shelves on shelf_room=room,shelf_number=number (books_shelf)',
    ]);
    expect(of('shelves')).toContain('o2m books on room=shelf_room,number=shelf_number (books_shelf)');
  });

  it('are one-to-one where the columns of the key are unique', () => {
    expect(of('trivia')).toContain('o2o films on film_id=id (trivia_film_id_fkey)');
    expect(of('films')).toEqual(
      expect.arrayContaining([
        'o2o trivia on id=film_id (trivia_film_id_fkey)',
        'o2o posters on id=film_id (posters_film_id_fkey)',
      ]),
    );
  });

  it('lead from a table to itself both ways', () => {
    const self = of('films').filter((line) => line.includes(' films '));
    expect(self).toEqual([
      'm2o films on sequel_of=id (films_sequel_of_fkey)',
      'o2m films on id=sequel_of (films_sequel_of_fkey)',
    ]);
  });

  it('lead through a table only when its primary key includes both keys', () => {
    expect(of('films').filter((line) => line.startsWith('m2m actors'))).toEqual([
      'm2m actors through roles on id=film_id and actor_id=id',
      'm2m actors through roles_shown on id=film_id and actor_id=id',
    ]);
    expect(of('actors').filter((line) => line.startsWith('m2m actors'))).toEqual([
      'm2m actors through follows on id=followed and follower=id',
      'm2m actors through follows on id=follower and followed=id',
    ]);
  });

  it('pass through views, views over views and materialized views', () => {
    expect(of('film_list').filter((line) => /directors/.test(line))).toEqual([
      'm2o directors on by=id (films_director_id_fkey)',
      'm2o directors_stored on by=code (films_director_id_fkey)',
    ]);
    expect(of('film_list_list').filter((line) => /directors /.test(line))).toEqual([
      'm2o directors on director=id (films_director_id_fkey)',
    ]);
    expect(of('film_list_list')).toContain('m2m actors through roles on film=film_id and actor_id=id');
    expect(of('directors_stored')).toContain('o2m film_list_list on code=director (films_director_id_fkey)');
    expect(of('books_elsewhere')).toEqual(['m2o shelves on r=room,n=number (books_shelf)']);
    expect(of('joined')).toContain('m2m actors through roles on film_id=film_id and actor_id=id');
    expect(of('grouped').filter((line) => /directors /.test(line))).toEqual([
      'm2o directors on director_id=id (films_director_id_fkey)',
    ]);
    expect(of('owned')).toEqual(['m2o owner_view on owner_id=id (owned_owner_id_fkey)']);
  });

  it('do not come from columns that a view only partly carries or computes', () => {
    expect(of('half')).toEqual([]);
    expect(of('united')).toEqual([]);
    expect(cache.relationships.get('public\0joined')?.some(({ target }) => target.name === 'actors')).toBe(
      true,
    );
  });

  it('are told apart where a view shows a table twice', () => {
    expect(of('pairs').filter((line) => / films /.test(line))).toEqual([
      'o2m films on first=director_id (films_director_id_fkey)',
      'o2m films on second=director_id (films_director_id_fkey)',
    ]);
  });

  it('belong to a partitioned table and not to its partitions', () => {
    expect(of('readings').filter((line) => / (films|notes) /.test(line))).toEqual([
      'm2o films on film_id=id (readings_film_id_fkey)',
      'o2m notes on id=reading_id,day=day (notes_reading_id_day_fkey)',
    ]);
    expect(of('readings_2024')).toEqual([]);
    expect([...of('films'), ...of('notes')].filter((line) => line.includes('readings_20'))).toEqual([]);
    expect(cache.relations.get('public')?.get('readings_2024')).toMatchObject({
      isPartition: true,
      kind: 'table',
    });
    expect(cache.relations.get('public')?.get('readings')).toMatchObject({
      isPartition: false,
      kind: 'partitioned',
    });
  });

  it('do not lead to schemas that are not exposed', () => {
    const targets = [...cache.relationships.values()].flat().map(({ target }) => target.schema);
    expect(new Set(targets)).toEqual(new Set(['public']));
    expect(cache.relations.has('hidden_parent')).toBe(false);
  });

  it('come with the primary keys that views carry, and with what can be written', () => {
    const relations = cache.relations.get('public');
    const facts = (name: string) => {
      const { kind, primaryKey, insertable, updatable, deletable } = relations?.get(name) ?? {};
      return [kind, primaryKey, insertable, updatable, deletable];
    };
    expect(facts('roles')).toEqual(['table', ['film_id', 'actor_id'], true, true, true]);
    expect(facts('film_list')).toEqual(['view', ['film'], true, true, true]);
    expect(facts('film_list_list')).toEqual(['view', ['film'], true, true, true]);
    expect(facts('directors_stored')).toEqual(['materialized', ['code'], false, false, false]);
    expect(facts('joined')).toEqual(['view', ['film_id', 'director_id'], false, false, false]);
    expect(facts('united')).toEqual(['view', [], false, false, false]);
    expect(facts('owner_view')).toEqual(['view', ['id'], true, true, true]);
  });
});

describe('relationships over periods', () => {
  const cluster = useTestCluster({ major: 18 });

  it('are left out: their columns need not be equal', async () => {
    const cache = await loadAfter(
      cluster,
      `create table leases (room int4range, term daterange, primary key (room, term without overlaps));
       create table visits (id int primary key, room int4range, term daterange,
         foreign key (room, period term) references leases (room, period term));`,
    );
    expect(relationshipsOf(cache, 'visits')).toEqual([]);
  });
});
