import { untilLoaded } from '../api/until-loaded.ts';
import { lazy, Suspense } from 'react';
import type { GraphProps } from './graph-shape.ts';
import { Skeleton } from './states.tsx';

const Drawn = lazy(async () => ({
  default: (await untilLoaded(() => import('./force-graph.tsx'))).ForceGraph,
}));

/** Nodes and edges, drawn and as a table. Loaded when it is first shown. */
export function Graph(props: GraphProps) {
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <Drawn {...props} />
    </Suspense>
  );
}
