import { attackedRoutesOf } from '@salience/testing/abuse';
import { openApiDocument } from '../../src/openapi/document.ts';
import { allRoutes } from '../../src/routes/all-routes.ts';

/** Every route of consumer, as attacks see it. */
export const attackedRoutes = attackedRoutesOf(openApiDocument(allRoutes));
