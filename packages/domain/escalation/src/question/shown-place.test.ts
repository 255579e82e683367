import type { SignalEvent } from '@salience/contracts';
import { expect, it } from 'vitest';
import { eventSummary } from './event-summary.ts';
import { fileModule } from './questions.fixture.ts';
import { renderQuestion } from './render-question.ts';
import { shownPlace } from './shown-place.ts';

const address = 'https://example.org/people/status?key=sesam&a=/sesam#sesam';
const page: SignalEvent = {
  source: 'network',
  location: address,
  delta_type: 'modified',
  magnitude: 1,
  timestamp: 1_772_618_400,
  features: { endpoint: address },
};

it('threat: no question shows what follows the ? or # of a page, by whatever placeholder', () => {
  const names = ['location', 'basename', 'dirname', 'extension', 'endpoint', 'event_summary'];
  const question_template = names.map((name) => `${name} {${name}}`).join(', ');
  const { question, values } = renderQuestion({ ...fileModule(), question_template }, [page]);
  expect(JSON.stringify([question, values])).not.toContain('sesam');
  expect(values).toMatchObject({
    location: 'https://example.org/people/status?…',
    endpoint: 'https://example.org/people/status?…',
    basename: 'status?…',
  });
  expect(eventSummary([page])).toBe('network modified: “https://example.org/people/status?…”');
  expect(shownPlace({ source: 'network', location: 'https://example.org/#x' })).toBe('https://example.org/');
});

it('leaves a place that is no page as it is', () => {
  expect(shownPlace({ source: 'filesystem', location: '/in/what?#1.pdf' })).toBe('/in/what?#1.pdf');
});
