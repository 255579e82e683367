import { describe, expect, it } from 'vitest';
import { currentTraceparent, formatTraceparent, parseTraceparent } from './traceparent.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

describe('traceparent', () => {
  it.each([true, false])('parse after format is identity (sampled %s)', (sampled) => {
    expect(parseTraceparent(formatTraceparent({ traceId, spanId, sampled }))).toEqual({
      traceId,
      spanId,
      sampled,
    });
  });

  it('reads a later version by its first four fields', () => {
    expect(parseTraceparent(`01-${traceId}-${spanId}-01-more`)).toEqual({ traceId, spanId, sampled: true });
  });

  it.each([
    ['nothing', undefined],
    ['null from a row', null],
    ['words', 'not-a-traceparent'],
    ['the forbidden version', `ff-${traceId}-${spanId}-01`],
    ['a longer version 00', `00-${traceId}-${spanId}-01-more`],
    ['a zero trace', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['a zero span', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['upper case', `00-${traceId.toUpperCase()}-${spanId}-01`],
    ['a short id', `00-${traceId.slice(1)}-${spanId}-01`],
  ])('refuses %s', (_what, value) => {
    expect(parseTraceparent(value)).toBeUndefined();
  });

  it('has no current one outside a span', () => {
    expect(currentTraceparent()).toBeUndefined();
  });
});
