import { quoteLiteral } from '@basalt/sql';
import type pg from 'pg';

interface Comment {
  type: string;
  identity: string;
  text: string;
}

const COMMENTS = `
select named.type, named.identity, d.description as text
from pg_catalog.pg_description d
  cross join pg_catalog.pg_identify_object(d.classoid, d.objoid, d.objsubid) as named
where (d.objoid >= 16384 or d.classoid = 'pg_catalog.pg_namespace'::regclass and d.objoid::regnamespace::text = 'public')
  and d.classoid <> 'pg_catalog.pg_largeobject'::regclass
  and not exists (
    select from pg_catalog.pg_depend e where e.classid = d.classoid and e.objid = d.objoid and e.deptype = 'e'
  )
order by 1, 2`;

/** How COMMENT calls what is called otherwise. */
const KEYWORDS: Readonly<Record<string, string>> = {
  'statistics object': 'STATISTICS',
  'foreign-data wrapper': 'FOREIGN DATA WRAPPER',
  'table constraint': 'CONSTRAINT',
};

function key({ type, identity }: Comment): string {
  return `${type} ${identity}`;
}

function statement({ type, identity, text }: Comment): string {
  if (type === 'domain constraint')
    return `COMMENT ON CONSTRAINT ${identity.replace(/ on (?=(?:[^"]|"(?:[^"]|"")*")*$)/, ' ON DOMAIN ')} IS ${quoteLiteral(text)}`;
  const keyword = KEYWORDS[type] ?? (/ column$/.test(type) ? 'COLUMN' : type.toUpperCase());
  return `COMMENT ON ${keyword} ${identity} IS ${quoteLiteral(text)}`;
}

/** Statements, for a superuser, that give the objects of the target the comments that those of the source have. */
export async function commentStatements(source: pg.Client, target: pg.Client): Promise<string[]> {
  const wanted = (await source.query<Comment>(COMMENTS)).rows;
  const present = new Map(
    (await target.query<Comment>(COMMENTS)).rows.map((comment) => [key(comment), comment.text]),
  );
  return wanted.filter((comment) => present.get(key(comment)) !== comment.text).map(statement);
}
