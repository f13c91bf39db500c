import type { Organization, Project } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { groupProjects, type ProjectFilter } from './group-projects.ts';

const organizations = ['Zinc', 'acme'].map((name) => ({ name, slug: name.toLowerCase() }) as Organization);
const projects = [
  { name: 'shop 10', ref: 'aaaaaaaaaaaaaaaaaaaa', organization_slug: 'acme', status: 'ACTIVE_HEALTHY' },
  { name: 'Shop 9', ref: 'bbbbbbbbbbbbbbbbbbbb', organization_slug: 'acme', status: 'INACTIVE' },
  { name: 'mine', ref: 'cccccccccccccccccccc', organization_slug: 'zinc', status: 'INACTIVE' },
  { name: 'stray', ref: 'dddddddddddddddddddd', organization_slug: 'elsewhere', status: 'INACTIVE' },
] as Project[];

function shown(filter?: ProjectFilter) {
  return groupProjects(organizations, projects, filter).map((group) => [
    group.organization.name,
    ...group.projects.map((project) => project.name),
  ]);
}

describe('groupProjects', () => {
  it.each<[string, ProjectFilter | undefined, string[][]]>([
    [
      'all, by name, numbers in their order',
      undefined,
      [
        ['acme', 'Shop 9', 'shop 10'],
        ['Zinc', 'mine'],
      ],
    ],
    ['part of a name in any case', { search: ' SHOP 1' }, [['acme', 'shop 10']]],
    ['part of a ref', { search: 'ccc' }, [['Zinc', 'mine']]],
    ['an organization by its name keeps its projects', { search: 'zin' }, [['Zinc', 'mine']]],
    [
      'a status',
      { status: 'INACTIVE' },
      [
        ['acme', 'Shop 9'],
        ['Zinc', 'mine'],
      ],
    ],
    ['a status and an organization without one', { search: 'zinc', status: 'ACTIVE_HEALTHY' }, []],
    ['nothing is called that', { search: 'nowhere' }, []],
  ])('%s', (_, filter, expected) => {
    expect(shown(filter)).toEqual(expected);
  });

  it('keeps organizations without projects while nothing is filtered', () => {
    expect(groupProjects(organizations, []).map((group) => group.projects)).toEqual([[], []]);
  });
});
