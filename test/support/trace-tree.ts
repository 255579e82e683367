import type { ReceivedSpan } from '@salience/testing';

/** A span by its name and who sent it. */
export interface Hop {
  readonly name: string;
  readonly service: string;
}

/** The first span of a hop, in order of arrival. */
export function spanOf(hop: Hop, spans: readonly ReceivedSpan[]): ReceivedSpan | undefined {
  return spans.find((one) => one.name === hop.name && one.service === hop.service);
}

/** Ids of the spans above one, the nearest first, as far as they have arrived. */
export function ancestors(span: ReceivedSpan | undefined, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find((one) => one.spanId === span?.parentSpanId);
  return parent === undefined ? [] : [parent.spanId, ...ancestors(parent, spans)];
}

/** Names of the spans above one, from the root down to itself, each with who sent it: `consumer POST /chat`. */
export function lineOf(span: ReceivedSpan | undefined, spans: readonly ReceivedSpan[]): string[] {
  const ids = span === undefined ? [] : [span.spanId, ...ancestors(span, spans)];
  return ids
    .toReversed()
    .map((id) => spans.find(({ spanId }) => spanId === id))
    .map((one) => `${one?.service ?? ''} ${one?.name ?? ''}`);
}
