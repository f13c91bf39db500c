const TYPE = /^[\w!#$&^.+-]{1,100}\/([\w!#$&^.+-]{1,100}|\*)$/;

/** Types that somebody wrote with commas, spaces or lines between them; null when there is none. Or what is wrong. */
export function readMimeTypes(text: string): { types: string[] | null } | { problem: string } {
  const types = [...new Set(text.split(/[\s,;]+/).filter((type) => type !== ''))];
  const wrong = types.find((type) => !TYPE.test(type));
  if (wrong !== undefined) return { problem: `“${wrong}” is not a type such as image/png or image/*.` };
  return { types: types.length === 0 ? null : types };
}
