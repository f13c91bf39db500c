import * as z from 'zod';
import { defineTool } from './assistant-tool.ts';
import { searchDocuments } from './search-documents.ts';

/** The product's own documentation, which is nobody's secret. */
export const DOCS_TOOLS = [
  defineTool({
    name: 'search_docs',
    group: 'docs',
    level: 'disabled',
    description: 'Sections of the documentation of this product about something.',
    input: z.object({ query: z.string().min(1).max(500) }),
    run: async ({ dependencies }, { query }) => searchDocuments(await dependencies.readDocuments(), query),
  }),
];
