import { untilLoaded } from '../../api/until-loaded.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSearchValue } from '../../app/navigation.tsx';
import { classes } from '../../parts/class-names.ts';

const ItemPanel = lazy(async () => ({
  default: (await untilLoaded(() => import('./item-panel.tsx'))).ItemPanel,
}));

/**
 * A page of the section: its controls above, what it shows below, and the item that the address names beside it. A page of one list is as high as
 * its place, and the list scrolls; one that `flows` scrolls as a whole.
 */
export function MemoryPage({
  controls,
  flows = false,
  children,
}: {
  readonly controls?: ReactNode;
  readonly flows?: boolean;
  readonly children: ReactNode;
}) {
  const [item] = useSearchValue('item');
  // Loaded with the first item; it stays, so that closing it gives the focus back.
  const [opened, setOpened] = useState(false);
  if (item !== undefined && !opened) setOpened(true);
  return (
    <div className={classes('memory-page', flows && 'flows')}>
      {controls !== undefined && <div className="memory-controls">{controls}</div>}
      {children}
      {opened && (
        <Suspense>
          <ItemPanel />
        </Suspense>
      )}
    </div>
  );
}
