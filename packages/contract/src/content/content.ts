import { oc } from '@orpc/contract';
import * as z from 'zod';
import { storedSql } from '../database/sql-text.ts';
import { NAME_MAX_LENGTH, SNIPPET_PAGE_SIZE } from '../shared/limits.ts';
import { displayName, projectRef, queryBoolean, storableText } from '../shared/names.ts';
import { reportContent } from './charts.ts';

export const CONTENT_TYPES = ['sql', 'report', 'graphql', 'log'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];
export const CONTENT_VISIBILITIES = ['user', 'project'] as const;
export type ContentVisibility = (typeof CONTENT_VISIBILITIES)[number];

const contentType = z.enum(CONTENT_TYPES);
const visibility = z.enum(CONTENT_VISIBILITIES);
const contentId = z.uuid('is not an id');
const person = z.object({ id: z.string(), email: z.string() });
const description = storableText.max(1_000, 'must be at most 1000 characters');
/** Carries a whole name at most. */
const cursor = z.string().max(2_000, 'is not a cursor of this list').optional();

export const sqlContent = z.object({
  content_id: storableText.max(64, 'must be at most 64 characters'),
  sql: storedSql,
  schema_version: storableText.max(20, 'must be at most 20 characters'),
});
export type SqlContent = z.infer<typeof sqlContent>;

/** A query of the GraphQL API with its variables, as text. */
export const graphqlContent = z.object({
  query: storedSql,
  variables: storedSql,
});
export type GraphqlContent = z.infer<typeof graphqlContent>;

/** Pages of logs, by the last part of their addresses; `requests` has none. */
export const LOG_PAGES = [
  'requests',
  'postgres-logs',
  'pooler-logs',
  'auth-logs',
  'storage-logs',
  'edge-functions-logs',
  'realtime-logs',
  'operations',
] as const;
export type LogPage = (typeof LOG_PAGES)[number];

/** What a log is asked for besides moments, which are over when somebody asks again. */
export const LOG_FILTERS = ['range', 'method', 'status', 'service', 'role', 'path', 'level', 'q'] as const;

/** A question to one of the logs, by the filters that stand in its address. */
export const logContent = z.object({
  log: z.enum(LOG_PAGES),
  filters: z.partialRecord(z.enum(LOG_FILTERS), storableText.max(256, 'must be at most 256 characters')),
});
export type LogContent = z.infer<typeof logContent>;

/** A snippet, a report, a GraphQL query or one over logs without what is in it. */
export const contentSummary = z.object({
  id: contentId,
  type: contentType,
  name: z.string(),
  description: z.string(),
  /** `user`: only its owner sees it. `project`: everybody who can open the project. */
  visibility,
  folder_id: z.string().nullable(),
  /** Of the caller: everybody has favorites of their own. */
  favorite: z.boolean(),
  owner_id: z.string(),
  owner: person,
  project_id: z.number().int(),
  inserted_at: z.string(),
  updated_at: z.string(),
  updated_by: person.nullable(),
  /** Counts the changes of `content`, from 1. */
  version: z.number().int(),
  /** Whether the caller may change, move, share and delete it. */
  can_update: z.boolean(),
});
export type ContentSummary = z.infer<typeof contentSummary>;

export const contentItem = z.discriminatedUnion('type', [
  contentSummary.extend({ type: z.literal('sql'), content: sqlContent }),
  contentSummary.extend({ type: z.literal('report'), content: reportContent }),
  contentSummary.extend({ type: z.literal('graphql'), content: graphqlContent }),
  contentSummary.extend({ type: z.literal('log'), content: logContent }),
]);
export type ContentItem = z.infer<typeof contentItem>;

/** A deleted item that its owner can still bring back. */
export const deletedContent = contentSummary.extend({
  deleted_at: z.string(),
  /** From then on it is erased for good. */
  erased_at: z.string(),
});
export type DeletedContent = z.infer<typeof deletedContent>;

export const contentFolder = z.object({
  id: z.string(),
  name: z.string(),
  owner_id: z.string(),
  project_id: z.number().int(),
  /** Folders have one level: always null. */
  parent_id: z.string().nullable(),
  /** Snippets in it. */
  count: z.number().int(),
});
export type ContentFolder = z.infer<typeof contentFolder>;

const listing = {
  type: contentType.default('sql'),
  /** Part of the name, whatever its case. */
  name: storableText.max(NAME_MAX_LENGTH, `must be at most ${NAME_MAX_LENGTH} characters`).optional(),
  sort_by: z.enum(['name', 'inserted_at', 'updated_at']).default('inserted_at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
  limit: z.coerce.number().int().min(1).max(SNIPPET_PAGE_SIZE).default(SNIPPET_PAGE_SIZE),
  cursor,
};

const saveFields = {
  id: contentId.optional(),
  /** What is left out is `Untitled` of a new item, and stays as it is of another. */
  name: displayName.optional(),
  /** What is left out is '' and `user` of a new item, and stays as it is of another. */
  description: description.optional(),
  visibility: visibility.optional(),
  /** Left out: stays as it is. A folder that is gone is no folder: no text is refused for it. */
  folder_id: contentId.nullish(),
  favorite: z.boolean().optional(),
  owner_id: z.union([z.string(), z.number()]).nullish(),
  project_id: z.number().int().nullish(),
  /** The version the change was made on. Without it, or with 0, the item must be new. */
  version: z.number().int().min(0).optional(),
};
const saveBody = z.discriminatedUnion(
  'type',
  [
    z.object({
      /** Left out: a snippet. */
      type: z
        .literal('sql')
        .optional()
        .transform(() => 'sql' as const),
      ...saveFields,
      content: sqlContent.partial({ content_id: true, schema_version: true }),
    }),
    z.object({ type: z.literal('report'), ...saveFields, content: reportContent }),
    z.object({ type: z.literal('graphql'), ...saveFields, content: graphqlContent }),
    z.object({ type: z.literal('log'), ...saveFields, content: logContent }),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? 'must be sql, report, graphql or log' : undefined) },
);
export type SaveContentInput = z.infer<typeof saveBody>;

const folderPage = z.object({
  data: z.object({ folders: z.array(contentFolder), contents: z.array(contentSummary) }),
  cursor: z.string().nullable(),
});

const v1Person = z.object({ id: z.number(), username: z.string() });
const v1Snippet = z.object({
  id: z.string(),
  inserted_at: z.string(),
  updated_at: z.string(),
  type: z.literal('sql'),
  visibility: z.enum(['user', 'project', 'org', 'public']),
  name: z.string(),
  description: z.string().nullable(),
  project: z.object({ id: z.number(), name: z.string() }),
  owner: v1Person,
  updated_by: v1Person,
  favorite: z.boolean(),
});

const ids = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(contentId).min(1).max(SNIPPET_PAGE_SIZE));

/** Snippets, folders and reports of a project. Someone else's private ones do not exist for the caller. */
export const content = {
  list: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/content' })
    .input(
      z.object({
        ref: projectRef,
        ...listing,
        visibility: visibility.optional(),
        favorite: queryBoolean.optional(),
      }),
    )
    .output(z.object({ data: z.array(contentSummary), cursor: z.string().nullable() })),
  count: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/content/count' })
    .input(z.object({ ref: projectRef, type: listing.type, name: listing.name }))
    .output(
      z.object({
        count: z.number().int(),
        favorites: z.number().int(),
        private: z.number().int(),
        shared: z.number().int(),
      }),
    ),
  item: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/content/item/{id}' })
    .input(z.object({ ref: projectRef, id: contentId }))
    .output(contentItem),
  /**
   * Creates, or changes what `version` says was seen. A change on an older version is refused with `conflict`, whose
   * details carry the item as it is now under `current`; the same content once more is no conflict.
   */
  save: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/content', inputStructure: 'detailed' })
    .input(z.object({ params: z.object({ ref: projectRef }), body: saveBody }))
    .output(contentItem),
  /** Everything but the content; the last one wins. */
  change: oc
    .route({ method: 'PATCH', path: '/platform/projects/{ref}/content/item/{id}' })
    .input(
      z.object({
        ref: projectRef,
        id: contentId,
        name: displayName.optional(),
        description: description.optional(),
        visibility: visibility.optional(),
        folder_id: contentId.nullish(),
        favorite: z.boolean().optional(),
      }),
    )
    .output(contentSummary),
  /** Deleted items can be brought back for 30 days. */
  delete: oc
    .route({ method: 'DELETE', path: '/platform/projects/{ref}/content', inputStructure: 'detailed' })
    .input(z.object({ params: z.object({ ref: projectRef }), query: z.object({ ids }) }))
    .output(z.array(z.object({ id: z.string() }))),
  /** The caller's own that can be brought back, the last deleted first. */
  deleted: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/content/deleted' })
    .input(z.object({ ref: projectRef, type: listing.type, limit: listing.limit, cursor }))
    .output(z.object({ data: z.array(deletedContent), cursor: z.string().nullable() })),
  bringBack: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/content/bring-back' })
    .input(z.object({ ref: projectRef, ids: z.array(contentId).min(1).max(SNIPPET_PAGE_SIZE) }))
    .output(z.array(z.object({ id: z.string() }))),
  /** The caller's folders, and the private snippets that are in none. */
  folders: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/content/folders' })
    .input(z.object({ ref: projectRef, ...listing }))
    .output(folderPage),
  folder: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/content/folders/{id}' })
    .input(z.object({ ref: projectRef, id: contentId, ...listing }))
    .output(folderPage),
  createFolder: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/content/folders', successStatus: 201 })
    .input(z.object({ ref: projectRef, name: displayName, parentId: contentId.nullish() }))
    .output(contentFolder),
  changeFolder: oc
    .route({ method: 'PUT', path: '/platform/projects/{ref}/content/folders/{id}' })
    .input(z.object({ ref: projectRef, id: contentId, name: displayName, parentId: contentId.nullish() }))
    .output(contentFolder),
  /** Deletes the snippets in them too. All of it can be brought back for 30 days. */
  deleteFolders: oc
    .route({ method: 'DELETE', path: '/platform/projects/{ref}/content/folders', inputStructure: 'detailed' })
    .input(z.object({ params: z.object({ ref: projectRef }), query: z.object({ ids }) }))
    .output(z.array(z.object({ id: z.string() }))),
  /** The same folders, with what was deleted together with them. */
  bringBackFolders: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/content/folders/bring-back' })
    .input(z.object({ ref: projectRef, ids: z.array(contentId).min(1).max(SNIPPET_PAGE_SIZE) }))
    .output(z.array(z.object({ id: z.string() }))),
  v1List: oc
    .route({ method: 'GET', path: '/v1/snippets' })
    .input(
      z.object({
        project_ref: projectRef.optional(),
        cursor,
        limit: z.coerce.number().int().min(1).max(SNIPPET_PAGE_SIZE).default(SNIPPET_PAGE_SIZE),
        sort_by: z.enum(['name', 'inserted_at']).default('inserted_at'),
        sort_order: z.enum(['asc', 'desc']).default('desc'),
      }),
    )
    .output(z.object({ data: z.array(v1Snippet), cursor: z.string().optional() })),
  v1Item: oc
    .route({ method: 'GET', path: '/v1/snippets/{id}' })
    .input(z.object({ id: contentId }))
    .output(
      v1Snippet.extend({
        content: z.object({ favorite: z.boolean().optional(), schema_version: z.string(), sql: z.string() }),
      }),
    ),
};
