import { describe, expect, it } from 'vitest';
import { defineMetrics } from './metrics.ts';

const traceId = 'ab'.repeat(16);
const of = (flags: '00' | '01') => `00-${traceId}-${'cd'.repeat(8)}-${flags}`;
const metrics = defineMetrics({ service: 'test', instanceId: 'wrk_1', processMetrics: false });

const openMetrics =
  'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.1';

describe('what a scraper gets', () => {
  it('is OpenMetrics with the trace of a measurement where it asks for it, and the older format otherwise', async () => {
    metrics.httpDuration.observe({ method: 'GET', route: '/sent' }, 0.2, of('01'));
    metrics.turnsEnded.inc({ agent: 'agt_1', state: 'answered' });
    const open = await metrics.exposition(openMetrics);
    expect(open.contentType).toMatch(/^application\/openmetrics-text/);
    expect(open.text).toMatch(
      new RegExp(
        `^salience_http_request_duration_seconds_bucket\\{le="0.25",.*\\} 1 # \\{trace_id="${traceId}"\\} 0.2 `,
        'm',
      ),
    );
    expect(open.text).toMatch(/^# TYPE salience_turns_ended counter\nsalience_turns_ended_total\{.*\} 1$/m);
    expect(open.text.endsWith('# EOF\n')).toBe(true);
    // What the one format does to names must not reach the other.
    const plain = await metrics.exposition('text/plain');
    expect(plain.text).toMatch(
      /^# TYPE salience_turns_ended_total counter\nsalience_turns_ended_total\{.*\} 1$/m,
    );
    expect(plain.text).not.toContain(traceId);
    expect((await metrics.exposition(undefined)).text).toBe(await metrics.metricsText());
  });

  it('names no trace that nobody can open', async () => {
    metrics.httpDuration.observe({ method: 'GET', route: '/unsent' }, 0.2, of('00'));
    metrics.httpDuration.observe({ method: 'GET', route: '/none' }, 0.2);
    const { text } = await metrics.exposition(openMetrics);
    const lines = text.split('\n').filter((line) => /route="\/(unsent|none)"/.test(line));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes('trace_id'))).toEqual([]);
  });
});
