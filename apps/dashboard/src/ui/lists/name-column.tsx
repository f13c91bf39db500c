import { Link } from '@tanstack/react-router';
import { presentParams } from '../../lib/pages/search-params.ts';
import rowLink from './row-link.module.css';
import type { VirtualColumn } from './virtual-table.tsx';

interface NamedRow {
  /** What the address of the page names as open. */
  id: string | number;
  name: string;
  /** All of the name, where the column shows a part of it. */
  title?: string;
}

interface OpenSearch {
  open?: string;
  act?: string;
}

/** The name of something in a list; it covers its row and opens the details beside the list. */
export function OpenLink({ id, name, title = name }: NamedRow) {
  return (
    <Link
      to="."
      search={(before: OpenSearch) => presentParams({ ...before, open: String(id), act: undefined })}
      className={rowLink.link}
      title={title}
    >
      <bdi>{name}</bdi>
    </Link>
  );
}

/** The first column of a table whose rows open beside it. */
export function nameColumn<Row>(width: string, of: (row: Row) => NamedRow): VirtualColumn<Row> {
  return { key: 'name', header: 'Name', width, render: (row) => <OpenLink {...of(row)} /> };
}
