import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { streamEventSchema } from './events.ts';
import { allJobs, queueNames } from './jobs/all-jobs.ts';

const folder = join(import.meta.dirname, '../fixtures');
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(folder, ...path), 'utf8'));

describe('frozen payloads', () => {
  it('every job has at least one shape ever sent, and no shape is without its job', () => {
    expect(readdirSync(join(folder, 'jobs')).sort()).toEqual(Object.keys(allJobs).sort());
  });

  for (const [name, job] of Object.entries(allJobs)) {
    for (const file of readdirSync(join(folder, 'jobs', name))) {
      it(`${name}/${file} still parses and keeps its job id`, () => {
        const payload = read('jobs', name, file);
        const parsed = job.schema.parse(payload);
        expect(parsed).toEqual(payload);
        const id = job.jobId(parsed);
        // The queue's own rule: an id with a colon or of digits alone is refused or misread.
        expect(id ?? 'left to deduplication').toMatch(/^(?!\d+$)[^:]+$/);
      });

      it(`${name}/${file} with a field nobody knows is refused`, () => {
        const payload = {
          ...(read('jobs', name, file) as object),
          text: 'content does not belong into a job',
        };
        expect(job.schema.safeParse(payload).success).toBe(false);
      });
    }
  }

  for (const file of readdirSync(join(folder, 'events'))) {
    it(`event ${file} still parses`, () => {
      const event = read('events', file);
      expect(streamEventSchema.parse(event)).toEqual(event);
    });
  }

  it('every kind of event is frozen', () => {
    const frozen = new Set(readdirSync(join(folder, 'events')).map((file) => file.split('.')[0] ?? ''));
    const kinds = streamEventSchema.options.map((option) => option.shape.type.value);
    expect([...frozen].sort()).toEqual([...kinds].sort());
  });

  it('one kind of job to a queue', () => {
    expect(queueNames).toHaveLength(Object.keys(allJobs).length);
  });
});
