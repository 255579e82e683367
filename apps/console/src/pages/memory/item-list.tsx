import type { ReactNode } from 'react';
import type { Listed } from '../../api/use-get.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { RememberedRow } from './item-row.tsx';

type Item = Shapes['RememberedItem'];

/** The usual height of a row, in pixels. */
const rowHeight = 78;
/** Rows of a page of items: more than a screen shows, so that the first one comes soon. */
export const pageRows = 30;
/** So many rows are as high as they are; more scroll by themselves, and only what is seen is in the page. */
const plainMax = 12;

/** A list of anything that comes in pages and has a text of its own where nothing is there; of any length. */
export function PagedList<I>({
  label,
  list,
  itemKey,
  render,
  empty,
  height = rowHeight,
}: {
  readonly label: string;
  readonly list: Listed<I>;
  readonly itemKey: (item: I) => string;
  readonly render: (item: I) => ReactNode;
  readonly empty: ReactNode;
  readonly height?: number;
}) {
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  if (items === undefined)
    return error === null ? (
      <Skeleton lines={8} />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  if (items.length === 0) return empty;
  if (items.length <= plainMax && !hasNextPage)
    return (
      <ul className="memory-plain" aria-label={label}>
        {items.map((item) => (
          <li key={itemKey(item)}>{render(item)}</li>
        ))}
      </ul>
    );
  return (
    <VirtualList
      label={label}
      className="memory-list"
      items={items}
      itemKey={itemKey}
      render={render}
      height={height}
      onEnd={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
    />
  );
}

/** A list of items of memory. */
export function ItemList({
  label,
  list,
  empty,
  more,
}: {
  readonly label: string;
  readonly list: Listed<Item>;
  readonly empty: ReactNode;
  /** More of an item, below its text. */
  readonly more?: (item: Item) => ReactNode;
}) {
  return (
    <PagedList
      label={label}
      list={list}
      itemKey={({ id }) => id}
      render={(item) => <RememberedRow item={item}>{more?.(item)}</RememberedRow>}
      empty={empty}
    />
  );
}
