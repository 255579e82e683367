import { untilLoaded } from '../api/until-loaded.ts';
import { lazy, Suspense } from 'react';
import { Skeleton } from './states.tsx';
import type { TimePlotProps } from './time-plot-canvas.tsx';

const Canvas = lazy(async () => ({
  default: (await untilLoaded(() => import('./time-plot-canvas.tsx'))).TimePlotCanvas,
}));

/** Lines over time, with bands and marks. Loaded when it is first shown. */
export function TimePlot(props: TimePlotProps) {
  return (
    <Suspense fallback={<Skeleton lines={5} />}>
      <Canvas {...props} />
    </Suspense>
  );
}
