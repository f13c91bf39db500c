import type { CompiledLevel } from './compiled-level.ts';
import type { EmbedLink } from './link-embed.ts';
import { isStar, type Output, type OutputColumn } from './output.ts';
import { numberedName, renderRows } from './render-level.ts';

interface Spread {
  outputs: readonly Output[];
  join: string;
}

/** `...client(name, city)`: columns of the one row become columns of the level above, null without a row. */
export function spreadOne(link: EmbedLink, level: CompiledLevel, alias: string): Spread {
  const rows = renderRows(level, link.from, link.conditions, 'numbered');
  const outputs = columns(level).map((output, index) => ({
    ...output,
    sql: `${alias}.${numberedName(index)}`,
  }));
  return { outputs, join: `left join lateral (${rows}) as ${alias} on true` };
}

/** `...tasks(name, done)`: each column becomes an array, all in the same order. */
export function spreadMany(link: EmbedLink, level: CompiledLevel, alias: string): Spread {
  const rows = renderRows(level, link.from, link.conditions, 'numbered');
  const names = columns(level).map((_output, index) => numberedName(index));
  const arrays = names.map((name) => `coalesce(json_agg(t.${name}), '[]') as ${name}`);
  const outputs = columns(level).map(({ name }, index) => ({
    name,
    sql: `${alias}.${numberedName(index)}`,
    aggregate: null,
    isJson: true,
  }));
  return {
    outputs,
    join: `left join lateral (select ${arrays.join(', ')} from (${rows}) as t) as ${alias} on true`,
  };
}

function columns(level: CompiledLevel): readonly OutputColumn[] {
  return level.outputs.filter((output): output is OutputColumn => !isStar(output));
}
