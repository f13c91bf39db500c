import { routes } from '../../kernel/router-base.ts';
import { applyDesign, previewDesign } from './apply-design.ts';
import { getDesign } from './table-design.ts';

const { tableDesigns } = routes;

export const tableDesignRoutes = {
  get: tableDesigns.get.handler(({ context, input }) =>
    getDesign(context, context.actor, input.ref, Number(input.id)),
  ),
  preview: tableDesigns.preview.handler(({ context, input }) => previewDesign(context, context.actor, input)),
  apply: tableDesigns.apply.handler(({ context, input, signal }) =>
    applyDesign(context, context.actor, input, signal),
  ),
};
