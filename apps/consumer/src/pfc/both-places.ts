import type { Route } from '../http/route.ts';

/** Routes of the PFC at the root, as its clients know them, and below /pfc: the same objects but for their path. */
export function bothPlaces(...routes: readonly Route[]): Route[] {
  return routes.flatMap((route) => [route, { ...route, path: `/pfc${route.path}` }]);
}
