import { type AnyColumn, desc, type SQL, sql } from 'drizzle-orm';

/** The row that the page before ended with. */
export interface PagePlace {
  readonly at: Date;
  readonly id: string;
}

/** A page of a list that is read latest first. */
export interface LatestPage {
  /** From 1. */
  readonly limit: number;
  /** Left out: the first page. */
  readonly after?: PagePlace | undefined;
}

/**
 * How a list is paged, latest first: what leaves out the rows of earlier pages, and the order. A cursor holds milliseconds, so rows are compared
 * and ordered by these; those of one millisecond go by id.
 */
export function latestFirst(
  time: AnyColumn,
  id: AnyColumn,
  after: PagePlace | undefined,
): { readonly earlier: SQL | undefined; readonly order: readonly [SQL, SQL] } {
  const at = sql`date_trunc('milliseconds', ${time})`;
  return { earlier: after && sql`(${at}, ${id}) < (${after.at}, ${after.id})`, order: [desc(at), desc(id)] };
}
