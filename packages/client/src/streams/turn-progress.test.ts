import { describe, expect, it } from 'vitest';
import type { ServerEvent } from './server-events.ts';
import { TurnProgress } from './turn-progress.ts';

const delta = (id: string, text: string): ServerEvent => ({ id, data: { type: 'delta', text } });
const processing: ServerEvent = { id: undefined, data: { type: 'status', status: 'processing' } };
const reset: ServerEvent = { id: undefined, data: { type: 'reset', reason: 'another worker' } };
const done: ServerEvent = { id: '2-1000000002', data: { type: 'done', state: 'answered' } };

/** What is shown of events in this order. */
const shown = (events: readonly ServerEvent[], progress = new TurnProgress()) =>
  events.flatMap((event) => progress.take(event)).map((event) => ('text' in event ? event.text : event.type));

describe('the progress of a turn', () => {
  it('shows each event once, whatever is repeated and however often it is begun anew', () => {
    const whole = [processing, delta('1-1', 'a'), delta('1-2', 'b'), reset, delta('2-1', 'c'), done];
    const expected = ['status', 'a', 'b', 'reset', 'c', 'done'];
    for (let cut = 0; cut <= whole.length; cut++)
      for (let from = 0; from <= cut; from++) {
        // A server says `reset` only to a client that has not heard the next worker yet.
        const again = whole.slice(from).filter((event) => event !== reset || cut < 5);
        expect(shown([...whole.slice(0, cut), ...again]), `${from} to ${cut}`).toEqual(expected);
      }
  });

  it('takes back by itself what a worker said that lost the turn, where the server’s word of it was lost', () => {
    expect(shown([delta('1-1', 'a'), delta('2-1', 'b'), done])).toEqual(['a', 'reset', 'b', 'done']);
    expect(shown([delta('1-1', 'a'), done])).toEqual(['a', 'reset', 'done']);
  });

  it('hears no worker any more that lost the turn', () => {
    expect(shown([delta('2-1', 'b'), delta('1-7', 'too late'), delta('2-2', 'c')])).toEqual(['b', 'c']);
  });

  it('takes nothing back where nothing was said', () => {
    expect(shown([processing, reset, delta('2-1', 'b'), reset, reset])).toEqual(['status', 'b', 'reset']);
  });

  it('goes on after the event that the caller has', () => {
    const progress = new TurnProgress('1-2');
    expect(progress.lastEventId).toBe('1-2');
    expect(shown([processing, delta('1-2', 'known'), delta('1-3', 'new')], progress)).toEqual(['new']);
    expect(progress.lastEventId).toBe('1-3');
  });

  it('leaves out what this version does not know, and goes on after it', () => {
    const progress = new TurnProgress();
    const strange = [
      { id: '1-1', data: { type: 'mood' } },
      { id: '1-2', data: 'text' },
      { id: '1-3', data: null },
    ];
    expect(shown([...strange, delta('1-4', 'a')], progress)).toEqual(['a']);
  });
});
