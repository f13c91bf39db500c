/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** Whether there is a value. */
export type FilterIs =
  | 'NULL'
  | 'NOT_NULL';

export type IdFilter = {
  eq?: string | number | null | undefined;
};

export type IntFilter = {
  eq?: number | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<number> | null | undefined;
  is?: FilterIs | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  neq?: number | null | undefined;
};

/** Which rows of Post. */
export type PostFilter = {
  id?: IntFilter | null | undefined;
  writerId?: IntFilter | null | undefined;
  tags?: StringListFilter | null | undefined;
  nodeId?: IdFilter | null | undefined;
  and?: Array<PostFilter> | null | undefined;
  or?: Array<PostFilter> | null | undefined;
  not?: PostFilter | null | undefined;
};

export type PostInsertInput = {
  writerId?: number | null | undefined;
  tags?: Array<string | null | undefined> | null | undefined;
  meta?: string | null | undefined;
};

export type StringListFilter = {
  containedBy?: Array<string> | null | undefined;
  contains?: Array<string> | null | undefined;
  eq?: Array<string> | null | undefined;
  is?: FilterIs | null | undefined;
  overlaps?: Array<string> | null | undefined;
};

export type PagesQueryVariables = Exact<{
  size: number;
}>;


export type PagesQuery = { writerCollection: { edges: Array<{ cursor: string, node: { nodeId: string, karma: string | null, postCollection: { totalCount: number, pageInfo: { hasNextPage: boolean }, edges: Array<{ node: { meta: string | null } }> } | null } }> } };

export type UpdateMutationVariables = Exact<{
  filter?: PostFilter | null | undefined;
}>;


export type UpdateMutation = { updatePostCollection: { affectedCount: number, records: Array<{ tags: Array<string | null> | null }> } };

export type InsertMutationVariables = Exact<{
  posts: Array<PostInsertInput> | PostInsertInput;
}>;


export type InsertMutation = { insertIntoPostCollection: { records: Array<{ nodeId: string, tags: Array<string | null> | null, writer: { fullName: string } | null }> } | null };

export type PostOfWriterFragment = { nodeId: string, tags: Array<string | null> | null, writer: { fullName: string } | null };

export const PostOfWriterFragmentDoc = gql`
    fragment PostOfWriter on Post {
  nodeId
  tags
  writer {
    fullName
  }
}
    ` as unknown as DocumentNode<PostOfWriterFragment, unknown>;
export const PagesDocument = gql`
    query Pages($size: Int!) {
  writerCollection(first: $size, orderBy: [{ fullName: AscNullsLast }]) {
    edges {
      cursor
      node {
        nodeId
        karma
        postCollection(first: 1) {
          totalCount
          pageInfo {
            hasNextPage
          }
          edges {
            node {
              meta
            }
          }
        }
      }
    }
  }
}
    ` as unknown as DocumentNode<PagesQuery, PagesQueryVariables>;
export const UpdateDocument = gql`
    mutation Update($filter: PostFilter) {
  updatePostCollection(set: { tags: "x" }, filter: $filter) {
    affectedCount
    records {
      tags
    }
  }
}
    ` as unknown as DocumentNode<UpdateMutation, UpdateMutationVariables>;
export const InsertDocument = gql`
    mutation Insert($posts: [PostInsertInput!]!) {
  insertIntoPostCollection(objects: $posts) {
    records {
      ...PostOfWriter
    }
  }
}
    ${PostOfWriterFragmentDoc}` as unknown as DocumentNode<InsertMutation, InsertMutationVariables>;