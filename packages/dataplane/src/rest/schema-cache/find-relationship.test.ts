import { describe, expect, it } from 'vitest';
import type { RestError } from '../errors/rest-error.ts';
import { findRelationship } from './find-relationship.ts';
import type { Relationship } from './schema-cache.ts';
import { cacheOf, computedOf, junctionOf, keyOf, relationOf } from './schema-cache-for-test.ts';

const follows = (near: string, far: string) => junctionOf('people', `follows(${near})(${far})`, 'people');

const cache = cacheOf({
  relations: [
    relationOf('roles'),
    relationOf('roles_view', { kind: 'view' }),
    relationOf('directors_view', { kind: 'view' }),
    relationOf('directors_stored', { kind: 'materialized' }),
    relationOf('secrets_view', { kind: 'view' }),
  ],
  relationships: [
    computedOf('films', 'overridden', 'studios'),
    ...keyOf('films(director_id)', 'directors(id)', 'films_director_fkey'),
    ...keyOf('films(director_id)', 'directors_view(id)', 'films_director_fkey'),
    ...keyOf('films(director_id)', 'directors_stored(id)', 'films_director_fkey'),
    ...keyOf('films(secret_id)', 'secrets_view(id)', 'films_secret_fkey'),
    ...keyOf('orders(billing_id)', 'addresses(id)', 'billing'),
    ...keyOf('orders(shipping_id)', 'addresses(id)', 'shipping'),
    ...keyOf('parts(a,b)', 'wholes(a,b)', 'parts_whole'),
    ...keyOf('films(overridden_id)', 'overridden(id)', 'films_overridden_fkey'),
    ...keyOf('trivia(film_id)', 'films(id)', 'trivia_film_fkey', true),
    ...keyOf('nodes(parent_id)', 'nodes(id)', 'nodes_parent_fkey'),
    ...keyOf('spouses(spouse_id)', 'spouses(id)', 'spouses_spouse_fkey', true),
    ...keyOf('people(best_friend)', 'people(id)', 'people_best_fkey'),
    junctionOf('films', 'roles(film_id)(actor_id)', 'actors'),
    junctionOf('films', 'roles_view(film_id)(actor_id)', 'actors'),
    junctionOf('sites', 'jobs(site_1)(project_1)', 'projects'),
    junctionOf('sites', 'jobs(site_2)(project_2)', 'projects'),
    ...keyOf('sites(main_project_id)', 'projects(id)', 'main_project'),
    follows('follower', 'followed'),
    follows('followed', 'follower'),
  ],
});

function find(origin: string, embed: string): Relationship {
  const [name = '', hint = null] = embed.split('!');
  return findRelationship(cache, {
    origin: { schema: 'public', name: origin },
    name,
    hint,
    schema: 'public',
  });
}

function brief(relationship: Relationship): string {
  if (relationship.kind === 'computed') return `computed ${relationship.function.name}`;
  if (relationship.kind === 'key') return `${relationship.cardinality} ${relationship.constraint}`;
  return `m2m ${relationship.junction.name} ${relationship.targetConstraint}`;
}

describe('findRelationship', () => {
  it.each([
    ['films', 'directors', 'm2o films_director_fkey'],
    ['directors', 'films', 'o2m films_director_fkey'],
    ['films', 'director_id', 'm2o films_director_fkey'],
    ['films', 'films_director_fkey', 'm2o films_director_fkey'],
    ['films', 'directors!director_id', 'm2o films_director_fkey'],
    ['films', 'directors!films_director_fkey', 'm2o films_director_fkey'],
    ['directors', 'films!director_id', 'o2m films_director_fkey'],
    ['films', 'director_id!directors', 'm2o films_director_fkey'],
    ['films', 'directors!id', 'm2o films_director_fkey'],
    ['films', 'director_id!films_director_fkey', 'm2o films_director_fkey'],
    ['films', 'directors_view', 'm2o films_director_fkey'],
    ['films', 'secret_id', 'm2o films_secret_fkey'],
    ['films', 'actors!roles_actor_id_fkey', 'm2m roles roles_actor_id_fkey'],
    ['orders', 'addresses!billing', 'm2o billing'],
    ['orders', 'addresses!shipping_id', 'm2o shipping'],
    ['orders', 'billing_id', 'm2o billing'],
    ['addresses', 'orders!shipping', 'o2m shipping'],
    ['addresses', 'orders!shipping_id', 'o2m shipping'],
    ['parts', 'wholes', 'm2o parts_whole'],
    ['parts', 'parts_whole', 'm2o parts_whole'],
    ['films', 'trivia', 'o2o trivia_film_fkey'],
    ['trivia', 'films', 'o2o trivia_film_fkey'],
    ['trivia', 'film_id', 'o2o trivia_film_fkey'],
    ['films', 'id', 'o2o trivia_film_fkey'],
    ['films', 'trivia_film_fkey', 'o2o trivia_film_fkey'],
    ['films', 'overridden', 'computed overridden'],
    ['films', 'overridden!inner_hint_that_is_none', 'computed overridden'],
    ['films', 'overridden!films_overridden_fkey', 'm2o films_overridden_fkey'],
    ['films', 'actors', 'm2m roles roles_actor_id_fkey'],
    ['films', 'actors!roles', 'm2m roles roles_actor_id_fkey'],
    ['films', 'actors!roles_view', 'm2m roles_view roles_actor_id_fkey'],
    ['sites', 'projects!main_project', 'm2o main_project'],
    ['sites', 'projects!jobs_project_2_fkey', 'm2m jobs jobs_project_2_fkey'],
    ['sites', 'projects!jobs_site_1_fkey', 'm2m jobs jobs_project_1_fkey'],
    ['nodes', 'nodes', 'o2m nodes_parent_fkey'],
    ['nodes', 'parent_id', 'm2o nodes_parent_fkey'],
    ['nodes', 'nodes_parent_fkey', 'm2o nodes_parent_fkey'],
    ['nodes', 'nodes!parent_id', 'o2m nodes_parent_fkey'],
    ['nodes', 'nodes!nodes_parent_fkey', 'o2m nodes_parent_fkey'],
    ['people', 'people', 'o2m people_best_fkey'],
    ['people', 'people!followed', 'm2m follows follows_followed_fkey'],
    ['people', 'people!follows_follower_fkey', 'm2m follows follows_follower_fkey'],
  ])('from %s by %s finds %s', (origin, embed, expected) => {
    expect(brief(find(origin, embed))).toBe(expected);
  });

  it('takes a key for the way to the table, not to views over it', () => {
    expect(find('films', 'director_id').target.name).toBe('directors');
    expect(find('films', 'films_director_fkey').target.name).toBe('directors');
    expect(find('films', 'directors_stored').target.name).toBe('directors_stored');
    expect(find('films', 'secret_id').target.name).toBe('secrets_view');
  });

  it('tells the sides of a one-to-one with itself apart', () => {
    expect(find('spouses', 'spouse_id')).toMatchObject({ forward: true });
    expect(find('spouses', 'spouses')).toMatchObject({ forward: false });
  });

  it.each([
    ['films', 'directrs', "Perhaps you meant 'directors' instead of 'directrs'.", ''],
    ['films', 'unrelated', null, ''],
    ['films', 'directors!nothing', null, " using the hint 'nothing'"],
    ['nowhere', 'films', null, ''],
    ['directors', 'director_id', null, ''],
    ['films', 'film_id', null, ''],
  ])('from %s by %s finds none', (origin, embed, hint, using) => {
    const pair = `'${origin}' and '${embed.split('!')[0]}'`;
    expect(() => find(origin, embed)).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'PGRST200',
        message: `Could not find a relationship between ${pair} in the schema cache`,
        details: `Searched for a foreign key relationship between ${pair}${using} in the schema 'public', but no matches were found.`,
        hint,
      }),
    );
  });

  it('looks for targets only in the schema of the request', () => {
    const wanted = {
      origin: { schema: 'public', name: 'films' },
      name: 'directors',
      hint: null,
      schema: 'api',
    };
    expect(() => findRelationship(cache, wanted)).toThrow(expect.objectContaining({ code: 'PGRST200' }));
  });

  it('lists the candidates when several fit', () => {
    expect(() => find('orders', 'addresses')).toThrow(
      expect.objectContaining({
        status: 300,
        code: 'PGRST201',
        message: "Could not embed because more than one relationship was found for 'orders' and 'addresses'",
        details: [
          {
            cardinality: 'many-to-one',
            embedding: 'orders with addresses',
            relationship: 'billing using orders(billing_id) and addresses(id)',
          },
          {
            cardinality: 'many-to-one',
            embedding: 'orders with addresses',
            relationship: 'shipping using orders(shipping_id) and addresses(id)',
          },
        ],
        hint: "Try changing 'addresses' to one of the following: 'addresses!billing', 'addresses!shipping'. Find the desired relationship in the 'details' key.",
      }),
    );
  });

  it('proposes hints that each pick one', () => {
    const error = thrown(() => find('sites', 'projects'));
    expect(error.details).toContainEqual({
      cardinality: 'many-to-many',
      embedding: 'sites with projects',
      relationship: 'jobs using jobs_site_1_fkey(site_1) and jobs_project_1_fkey(project_1)',
    });
    const proposed = [...(error.hint ?? '').matchAll(/'projects!(\w+)'/g)].map(([, hint]) => hint);
    expect(new Set(proposed)).toEqual(
      new Set(['main_project', 'jobs_project_1_fkey', 'jobs_project_2_fkey']),
    );
    expect(new Set(proposed.map((hint) => brief(find('sites', `projects!${hint}`)))).size).toBe(3);
  });
});

function thrown(fn: () => unknown): RestError {
  try {
    fn();
  } catch (error) {
    return error as RestError;
  }
  throw new Error('Nothing was thrown.');
}
