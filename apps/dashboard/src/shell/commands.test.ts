import type { Organization, Project } from '@basalt/contract';
import { expect, it } from 'vitest';
import { listCommands } from './commands.ts';

const abilities = { restart_project: true, pause_project: true, delete_project: true };
const shop = {
  ref: 'a'.repeat(20),
  name: 'shop',
  organization_name: 'Acme',
  restUrl: 'http://x',
  abilities,
} as Project;
const blog = { ...shop, ref: 'b'.repeat(20), name: 'blog' };
const acme = { slug: 'acme', name: 'Acme', abilities: { create_project: false } } as Organization;

it('reaches every project, the current one by its pages', () => {
  const commands = listCommands({ project: shop, projects: [shop, blog], organizations: [acme] });
  expect(commands.filter((command) => command.group === 'Projects').map((command) => command.label)).toEqual([
    'blog',
  ]);
  expect(commands[0]).toMatchObject({ group: 'This project', label: 'Home' });
});

it('offers nothing that the person may not do', () => {
  const looking = { ...shop, abilities: {} } as Project;
  const ids = listCommands({ project: looking, projects: [], organizations: [acme] }).map(
    (command) => command.id,
  );
  expect(ids).not.toContain('operate');
  expect(ids).not.toContain('create-user');
  expect(ids).not.toContain('new-acme');
});

it('has no two commands with the same id', () => {
  const ids = listCommands({ project: shop, projects: [shop, blog], organizations: [acme] }).map(
    (one) => one.id,
  );
  expect(new Set(ids).size).toBe(ids.length);
});
