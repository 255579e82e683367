import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from './class-names.ts';

/** A list of any length, of which only what is seen is in the page. */
export interface VirtualListProps<I> {
  readonly label: string;
  readonly items: readonly I[];
  readonly itemKey: (item: I) => string;
  readonly render: (item: I, index: number) => ReactNode;
  /** The usual height of an item, in pixels. */
  readonly height: number;
  /** Called when the end comes near and there may be more. */
  readonly onEnd?: (() => void) | undefined;
  readonly className?: string;
}

const nearEnd = 8;

/** Scrolls by itself: it needs a place of limited height. */
export function VirtualList<I>({
  label,
  items,
  itemKey,
  render,
  height,
  onEnd,
  className,
}: VirtualListProps<I>) {
  const place = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => place.current,
    estimateSize: () => height,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : itemKey(item);
    },
    overscan: 6,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= items.length - nearEnd) onEnd?.();
  }, [last, items.length, onEnd]);
  return (
    // It scrolls, so the keyboard must reach it.
    <div ref={place} className={classes('virtual', className)} tabIndex={0} role="region" aria-label={label}>
      <ul aria-label={label} style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const item = items[index];
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              {item !== undefined && render(item, index)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
