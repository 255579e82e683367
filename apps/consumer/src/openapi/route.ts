import type { OpenHandler } from '../http/route-table.ts';

/** GET /openapi.json: made from the contracts when first asked for. */
export function getOpenApi(): OpenHandler {
  let text: Promise<string> | undefined;
  return async (_request, response) => {
    text ??= import('./document.ts').then(({ openApiDocument }) => JSON.stringify(openApiDocument()));
    response.type('application/json').send(await text);
  };
}
