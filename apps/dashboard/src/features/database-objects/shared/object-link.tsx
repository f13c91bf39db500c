import { Link } from '@tanstack/react-router';
import { presentParams } from '../../../lib/pages/search-params.ts';
import rowLink from '../../../ui/lists/row-link.module.css';
import type { ObjectSearch } from './object-search.ts';

/** The name of an object in a list; it covers its row and opens the details. */
export function ObjectLink({ id, name, schema }: { id: string; name: string; schema?: string }) {
  return (
    <Link
      to="."
      search={(before: ObjectSearch) => presentParams({ ...before, open: id, act: undefined })}
      className={rowLink.link}
      title={schema === undefined ? name : `${schema}.${name}`}
    >
      <bdi>{name}</bdi>
    </Link>
  );
}
