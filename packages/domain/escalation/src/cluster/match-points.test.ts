import { type SignalEvent, signalPriorsSchema } from '@salience/contracts';
import { describe, expect, it } from 'vitest';
import { fileEvent } from '../question/questions.fixture.ts';
import { matchPoints } from './match-points.ts';
import { foldersBelow } from './root-depth.ts';

const points = (priors: object, event: SignalEvent, context = {}) =>
  matchPoints({ signal_priors: signalPriorsSchema.parse(priors) }, event, context);

const of = (source: SignalEvent['source'], location: string, features: SignalEvent['features']) =>
  fileEvent(location, { source, features, delta_type: 'modified' });

describe('matchPoints', () => {
  it.each([
    ['a folder', { watch_directories: ['/d'] }, 0.5],
    ['none that it watches', { watch_directories: ['/e'] }, 0.25],
    ['a relevant extension', { watch_directories: ['/d'], relevant_extensions: ['.pdf'] }, 1.5],
    ['an irrelevant one', { watch_directories: ['/d'], irrelevant_extensions: ['.pdf'] }, -0.5],
    ['a change that it does not wait for', { watch_directories: ['/d'], deltas: ['deleted'] }, -0.25],
    ['a word of the name', { watch_directories: ['/d'], relevant_words: ['Übung'] }, 1],
    ['a part of a word', { watch_directories: ['/d'], relevant_words: ['bung', '!'] }, 0.5],
    ['a line', { watch_directories: ['/d'], relevant_lines: ['BUILD FAILED'] }, 1],
  ])('of a file, %s', (_, filesystem, expected) => {
    const event = fileEvent('/d/uebung.PDF', {
      features: { filename_tokens: ['übung'], text: 'build failed' },
    });
    expect(points({ filesystem }, event)).toBe(expected);
  });

  it('of other sources, what they declare', () => {
    const memory = { memory: { watch_namespaces: ['fact'], high_relevance_keys: ['due date'] } };
    expect(points(memory, of('memory', 'fact', { key: 'Due date' }))).toBe(2);
    expect(points(memory, of('memory', 'list', { namespace: 'list', key: 'x' }))).toBe(0);
    const network = { network: { endpoints: ['https://x.example/status'] } };
    expect(points(network, of('network', 'https://x.example/status', {}))).toBe(1);
    expect(points(network, of('network', 'https://y.example/', {}))).toBe(0);
    const hook = { hook: { hooks: ['ci'], relevant_words: ['failed'] } };
    expect(points(hook, of('hook', 'ci', { hook: 'ci', text: 'The job failed.' }))).toBe(1.5);
    expect(points(hook, of('hook', 'other', {}))).toBe(0);
    expect(points({ task: { states: ['dead'] } }, of('task', 't', { state: 'dead' }))).toBe(1);
    expect(points({ task: {} }, of('task', 't', { state: 'completed' }))).toBe(0);
    const host = { host: { metrics: ['disk'], high: 0.9 } };
    expect(points(host, of('host', 'disk', { metric: 'disk', value: 0.95 }))).toBe(1.5);
    expect(points(host, of('host', 'disk', { metric: 'disk', value: 0.5 }))).toBe(1);
    expect(points(host, of('host', 'load', { metric: 'load', value: 1 }))).toBe(0);
    expect(points({ task: {} }, fileEvent('/d/a'))).toBe(-1);
  });

  it('of a mail, its sender, its words and whether it asks', () => {
    const priors = {
      mail: {
        relevant_senders: ['eve@x.example', 'uni.example', '@z.example'],
        relevant_words: ['exam'],
        wants_answer: true,
      },
    };
    const from = (sender: string, asks: number, subject_tokens: string[] = []) =>
      points(priors, of('mail', sender, { asks, subject_tokens }));
    expect(from('Eve@x.example', 0.9)).toBe(1.5);
    expect(from('a@uni.example', 0.9, ['exam'])).toBe(2);
    expect(from('a@cs.uni.example', 0.2)).toBe(0);
    expect(from('a@z.example', 0.5)).toBe(1.5);
    expect(from('a@notuni.example', 0.5)).toBe(0.5);
    expect(points({ mail: {} }, of('mail', 'a@b.example', {}))).toBe(0);
  });

  it('of the time, in the zone of the module, past midnight too', () => {
    // 22 November 2026 is a Sunday; 17:04 UTC.
    const at = (hours: number) =>
      fileEvent('tick', { source: 'time', delta_type: 'tick', timestamp: 1_795_367_040 + hours * 3_600 });
    const time = (active_hours: number[], active_days?: number[]) => ({
      time: { active_hours, ...(active_days && { active_days }) },
    });
    expect(points(time([17, 18]), at(0))).toBe(0.25);
    expect(points(time([18, 18]), at(0))).toBe(-0.5);
    expect(points(time([18, 18]), at(0), { zone: 'Europe/Berlin' })).toBe(0.25);
    expect(points(time([0, 23], [0, 1, 2, 3, 4, 5]), at(0))).toBe(-0.5);
    // 01:04 on Monday belongs to the night of Sunday.
    expect(points(time([22, 5], [6]), at(8))).toBe(0.25);
    expect(points(time([22, 5], [0]), at(8))).toBe(-0.5);
    expect(points(time([22, 5]), at(0))).toBe(-0.5);
    expect(
      matchPoints({ signal_priors: signalPriorsSchema.parse(time([2, 2])), time_zone: 'Asia/Tokyo' }, at(0), {
        zone: 'UTC',
      }),
    ).toBe(0.25);
  });
});

describe('foldersBelow', () => {
  it.each([
    [['/a', '/a/b', '/a/b/x'], '/a/b/c.pdf', undefined, 2],
    [['/a/b/../c/./'], '/a/c/d', undefined, 2],
    [['/a/b'], '/a/bc/d', undefined, 0],
    [['~/Downloads'], '/disk/u/Downloads/x', '/disk/u', 3],
    [['~/Downloads'], '/disk/other/Downloads/x', '/disk/u', 0],
    [['~/Downloads'], '/disk/u/Downloads/x', undefined, 2],
    [['~/Downloads'], '/disk/u/Documents/x', undefined, 0],
    [['/1/2/3/4/5/6/7/8/9/10'], '/1/2/3/4/5/6/7/8/9/10/x', undefined, 8],
    [['C:\\logs'], 'C:\\logs\\a.log', undefined, 2],
  ])('%j hold %s (home %s): %d', (roots, location, home, depth) => {
    expect(foldersBelow(roots, location, home)).toBe(depth);
  });
});
