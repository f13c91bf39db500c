import type { StorageBucket } from '@basalt/contract';
import { byteSize } from '../../lib/format/byte-size.ts';
import { projectUrl } from '../../lib/project-url.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import classes from './detail-facts.module.css';
import { argumentsOf, type FunctionObject, type RelationObject } from './docs-data.ts';
import { jsonTypeOf } from './snippets/example-value.ts';
import type { DocsProject } from './snippets/snippet.ts';
import type { DocsDetail } from './use-docs-page.ts';

const NO_DESCRIPTION = 'No description available';

/** What there is to know of an item before it is used. */
export function DetailFacts({ detail, project }: { detail: DocsDetail; project: DocsProject }) {
  switch (detail.kind) {
    case 'table':
      return (
        <>
          {detail.table.kind !== 'table' && <p className={classes.text}>A {detail.table.kind}.</p>}
          <Columns relation={detail.relation} />
        </>
      );
    case 'function':
      return detail.overloads.map((overload) => (
        <Arguments key={overload.id} overload={overload} isOnly={detail.overloads.length === 1} />
      ));
    case 'bucket':
      return <BucketFacts bucket={detail.bucket} />;
    case 'edge-function': {
      const { slug, name, verify_jwt } = detail.fn;
      const url = functionUrl(project, slug);
      return (
        <FactList
          facts={[
            { label: 'Name', value: name },
            {
              label: 'URL',
              value: url === null ? 'Function URL not available' : <code>{url}</code>,
              ...(url === null ? {} : { copy: url }),
            },
            { label: 'Callers', value: verify_jwt ? 'Verified by a key or a token' : 'Not verified' },
          ]}
        />
      );
    }
  }
}

/** Null while the project has no address. */
function functionUrl({ restUrl }: DocsProject, slug: string): string | null {
  return URL.canParse(restUrl) ? `${projectUrl({ restUrl })}/functions/v1/${slug}` : null;
}

function Columns({ relation }: { relation: RelationObject }) {
  return (
    <DataTable
      label="Columns"
      rows={relation.columns}
      rowKey={({ id }) => id}
      empty="There are no columns."
      columns={[
        {
          key: 'name',
          header: 'Name',
          render: ({ name }) => (
            <span className={classes.name}>
              <code>{name}</code>
              {relation.primaryKey.includes(name) && <Tag>Primary key</Tag>}
            </span>
          ),
        },
        { key: 'format', header: 'Format', render: ({ format }) => <code>{format}</code> },
        { key: 'type', header: 'Type', render: ({ format }) => jsonTypeOf(format) },
        {
          key: 'description',
          header: 'Description',
          render: ({ comment }) => comment ?? <span className={classes.none}>{NO_DESCRIPTION}</span>,
        },
      ]}
    />
  );
}

function Arguments({ overload, isOnly }: { overload: FunctionObject; isOnly: boolean }) {
  const signature = `(${overload.identity_argument_types})`;
  return (
    <div className={classes.overload}>
      {!isOnly && <code className={classes.signature}>{signature}</code>}
      <DataTable
        label={isOnly ? 'Arguments' : `Arguments of ${signature}`}
        rows={argumentsOf(overload).map((argument, place) => ({ ...argument, place }))}
        rowKey={({ place }) => place}
        empty="This function takes no arguments."
        columns={[
          {
            key: 'name',
            header: 'Name',
            render: ({ name }) =>
              name === '' ? <span className={classes.none}>No name</span> : <code>{name}</code>,
          },
          { key: 'format', header: 'Format', render: ({ type }) => <code>{type}</code> },
          { key: 'type', header: 'Type', render: ({ type }) => jsonTypeOf(type) },
          {
            key: 'needed',
            header: 'Required',
            render: ({ isOptional }) => (isOptional ? <Tag>Optional</Tag> : <Tag tone="info">Required</Tag>),
          },
        ]}
      />
      <p className={classes.text}>
        Returns <code>{overload.return_type}</code>.
      </p>
    </div>
  );
}

function BucketFacts({ bucket }: { bucket: StorageBucket }) {
  const { name, public: isPublic, file_size_limit } = bucket;
  return (
    <FactList
      facts={[
        { label: 'Name', value: name, copy: name },
        { label: 'Access', value: isPublic ? <Tag tone="warn">Public</Tag> : <Tag>Private</Tag> },
        { label: 'Allowed MIME types', value: mimeTypesText(bucket) },
        { label: 'Max file size', value: file_size_limit === null ? 'No limit' : byteSize(file_size_limit) },
      ]}
    />
  );
}

function mimeTypesText({ allowed_mime_types: allowed }: StorageBucket): string {
  if (allowed === null) return 'All types are allowed';
  return allowed.length === 0 ? 'No types are allowed' : allowed.join(', ');
}
