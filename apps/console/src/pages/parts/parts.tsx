import { useTitle } from '../../app/use-title.ts';
import { Bars, Drawn, Times } from './drawn-parts.tsx';
import { Asking, Lists, Pressed, Said } from './plain-parts.tsx';

/** Every part once, so that they can be looked at together. */
export function Page() {
  useTitle('Parts');
  return (
    <div className="parts">
      <h1>Parts</h1>
      <Pressed />
      <Asking />
      <Said />
      <Lists />
      <Bars />
      <Times />
      <Drawn />
    </div>
  );
}
