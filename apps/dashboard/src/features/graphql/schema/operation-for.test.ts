import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { firstOperation, operationFor } from './operation-for.ts';

const schema = buildSchema(`
  scalar Cursor
  interface Node { nodeId: ID! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type post implements Node { nodeId: ID! id: Int! title: String author: author comments(first: Int): postConnection }
  type author { id: Int! }
  type postEdge { cursor: String! node: post! }
  type postConnection { edges: [postEdge!]! pageInfo: PageInfo! }
  input postInsertInput { id: Int title: String }
  type postInsertResponse { affectedCount: Int! records: [post!]! }
  type Query {
    node(nodeId: ID!): Node
    postByPk(id: Int!): post
    postCollection(first: Int, after: Cursor): postConnection
  }
  type Mutation { insertIntopostCollection(objects: [postInsertInput!]!): postInsertResponse }
`);

describe('an operation', () => {
  it('is first asked for rows of a table', () => {
    expect(firstOperation(schema)?.query).toBe(`query PostCollection {
  postCollection(first: 10) {
    edges {
      node {
        id
        title
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`);
  });

  it('takes variables for what a field needs', () => {
    const field = schema.getQueryType()?.getFields().postByPk;
    expect(field && operationFor('query', field)).toEqual({
      query: 'query PostByPk($id: Int!) {\n  postByPk(id: $id) {\n    id\n    title\n  }\n}\n',
      variables: '{\n  "id": 1\n}\n',
    });
  });

  it('is one that the API takes, whatever the field', () => {
    for (const kind of ['query', 'mutation'] as const) {
      const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
      for (const field of Object.values(type?.getFields() ?? {}))
        expect(validate(schema, parse(operationFor(kind, field).query))).toEqual([]);
    }
  });

  it('is none where there is no table', () =>
    expect(firstOperation(buildSchema('type Query { node: Int }'))).toBeNull());
});
