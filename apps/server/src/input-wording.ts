import * as z from 'zod';

const ARTICLE: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Words refused input the way the rest of the product speaks: `name: is required.` */
export function wordInputErrors(): void {
  z.config({
    customError: (issue) => {
      if (issue.code === 'invalid_type') {
        return issue.input === undefined
          ? 'is required'
          : `must be ${ARTICLE[issue.expected] ?? `a ${issue.expected}`}`;
      }
      if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
      return undefined;
    },
  });
}
