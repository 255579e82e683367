import type { ReactNode } from 'react';
import { classes } from '../../parts/class-names.ts';
import { ItemPanel } from './item-panel.tsx';

/**
 * A page of the section: its controls above, what it shows below, and the item that the address names beside it. A page of one list is as high as
 * its place, and the list scrolls; one that `flows` scrolls as a whole.
 */
export function MemoryPage({
  controls,
  flows = false,
  children,
}: {
  controls?: ReactNode;
  flows?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classes('memory-page', flows && 'flows')}>
      {controls !== undefined && <div className="memory-controls">{controls}</div>}
      {children}
      <ItemPanel />
    </div>
  );
}
