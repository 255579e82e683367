import { z } from 'zod';
import { openRoute } from '../http/route.ts';

let text: Promise<string> | undefined;

/** GET /openapi.json: made from the routes when first asked for. */
export const getOpenApi = openRoute({
  method: 'GET',
  path: '/openapi.json',
  does: 'This document',
  tag: 'Pages',
  answers: { 200: { is: 'OpenAPI 3.1.', json: z.looseObject({ openapi: z.string() }) } },
  handle: async ({ routes }, { response }) => {
    text ??= import('./document.ts').then(({ openApiDocument }) => JSON.stringify(openApiDocument(routes)));
    response.type('application/json').send(await text);
  },
});
