import { parseTraceparent, currentTraceparent } from './traceparent.ts';

const none: Readonly<Record<string, string>> = {};

/**
 * The labels of an exemplar: the id of the trace that a measurement belongs to. Empty outside of a trace, and in a trace that is not
 * sent, since nobody could open it.
 */
export function exemplarOf(traceparent = currentTraceparent()): Record<string, string> {
  const parts = parseTraceparent(traceparent);
  return parts?.sampled === true ? { trace_id: parts.traceId } : none;
}
