/** The groups of `password_required_characters`: `abc:123`; `\:` and `\\` stand for the characters themselves. */
export function characterGroups(setting: string): string[] {
  const groups = [''];
  for (let index = 0; index < setting.length; index += 1) {
    const character = setting[index] as string;
    const next = setting[index + 1];
    if (character === '\\' && (next === ':' || next === '\\')) {
      groups.push(groups.pop() + next);
      index += 1;
    } else if (character === ':') groups.push('');
    else groups.push(groups.pop() + character);
  }
  return groups.filter((group) => group !== '');
}
