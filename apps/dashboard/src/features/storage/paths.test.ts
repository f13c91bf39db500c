import { describe, expect, it } from 'vitest';
import { besideName, folderOf, nameOf, nameProblem, readFolder, wayTo } from './paths.ts';

describe('paths', () => {
  it.each([
    ['a.txt', 'a.txt', ''],
    ['a/b.txt', 'b.txt', 'a/'],
    ['a/b/', 'b', 'a/'],
    ['a/', 'a', ''],
  ])('%s is %s in %s', (path, name, folder) => {
    expect([nameOf(path), folderOf(path)]).toEqual([name, folder]);
  });

  it('gives the folders on the way', () => {
    expect(wayTo('')).toEqual(['']);
    expect(wayTo('a/b c/')).toEqual(['', 'a/', 'a/b c/']);
  });

  it.each([
    [undefined, ''],
    ['', ''],
    ['a', 'a/'],
    ['/a//b', 'a/b/'],
    ['../a/./b/', 'a/b/'],
  ])('reads %s as %s', (text, folder) => {
    expect(readFolder(text)).toBe(folder);
  });

  it.each(['', ' ', '.', '..', 'a/b', 'Müller', 'x\n'])('refuses %j as a name', (name) => {
    expect(nameProblem(name)).not.toBeNull();
  });
  it.each(["it's (1) & more.txt", '.hidden'])('takes %s', (name) => expect(nameProblem(name)).toBeNull());

  it.each([
    ['a/photo.jpg', 'a/photo (2).jpg'],
    ['.env', '.env (2)'],
    ['a.b/c', 'a.b/c (2)'],
  ])('puts beside %s', (path, expected) => {
    expect(besideName(path, 2)).toBe(expected);
  });
});
