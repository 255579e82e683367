import { SalienceError } from '@salience/errors';
import { describe, expect, it } from 'vitest';
import { createLogger, type LogFormat, type LogLevel } from './logger.ts';

const secret = 'my sister Ana lives in Porto';

function recordingLog(format: LogFormat = 'json', level: LogLevel = 'debug') {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ service: 'digest', instanceId: 'wrk_1', level, format, destination });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> };
}

describe('log', () => {
  it('names its process, level and time on each line', () => {
    const { log, last } = recordingLog();
    log.info({ turn: 'turn_1' }, 'turn ended');
    expect(last()).toMatchObject({
      level: 'info',
      service: 'digest',
      instance: 'wrk_1',
      turn: 'turn_1',
      msg: 'turn ended',
    });
    expect(Date.parse(String(last()['time']))).not.toBeNaN();
  });

  it('keeps quiet below its level', () => {
    const { log, lines } = recordingLog('json', 'warn');
    log.info('unheard');
    log.warn('heard');
    expect(lines).toHaveLength(1);
  });

  it.each([
    ['a field', { text: secret }],
    ['a header', { headers: { Authorization: secret } }],
    ['a nested field', { job: { data: { exchange: { reply: { content: secret } } } } }],
    ['a list', { rows: [{ text: secret }] }],
    ['an object as content', { content: { parts: [secret] } }],
    [
      'what is nested too deep to judge',
      { a: { b: { c: { d: { e: { f: { g: { h: { i: { j: secret } } } } } } } } } },
    ],
  ])('carries no content in %s', (_what, fields) => {
    const { log, lines } = recordingLog();
    log.info(fields, 'seen');
    expect(lines.join()).toContain('[redacted]');
    expect(lines.join()).not.toContain(secret);
  });

  it('carries no content in the fields of a child', () => {
    const { log, lines } = recordingLog();
    log.child({ text: secret, turn: { content: secret } }).info('seen');
    expect(lines.join()).not.toContain(secret);
    expect(lines.join()).toContain('"msg":"seen"');
  });

  it('ends a cycle', () => {
    const cycle: Record<string, unknown> = { turn: 'turn_1' };
    cycle['self'] = cycle;
    const { log, last } = recordingLog();
    log.info({ cycle }, 'seen');
    expect(last()['msg']).toBe('seen');
  });

  it('shows an error without the foreign properties that quote prompts and rows', () => {
    const { log, last, lines } = recordingLog();
    const cause = Object.assign(new TypeError('bad reply'), {
      requestBodyValues: { prompt: secret },
      detail: secret,
    });
    const data = { turn: 'turn_1', text: secret };
    log.error({ err: new SalienceError('llm.bad_reply', 'expected JSON', { cause, data }) }, 'turn failed');
    expect(last()['err']).toMatchObject({
      type: 'llm.bad_reply',
      code: 'llm.bad_reply',
      message: 'expected JSON',
      data: { turn: 'turn_1', text: '[redacted]' },
      cause: { type: 'TypeError', message: 'bad reply' },
    });
    expect(lines.join()).not.toContain(secret);
  });

  it('leaves out what a foreign error quotes, and keeps the rest of its message', () => {
    const { log, last, lines } = recordingLog();
    let quoting: unknown;
    try {
      JSON.parse(secret);
    } catch (error) {
      quoting = error;
    }
    log.error({ err: quoting }, 'turn failed');
    expect(lines.join()).not.toContain(secret.slice(0, 8));
    expect(last()['err']).toMatchObject({ message: expect.stringContaining('is not valid JSON') });
    const cause = new Error(`invalid input syntax for type integer: "${secret}"`);
    log.error(
      { err: new SalienceError('database.failed', `A statement failed: ${cause.message}`, { cause }) },
      'x',
    );
    expect(lines.join()).not.toContain(secret);
    log.error({ err: new SalienceError('agent.no-policy', 'There is no policy named "shipped".') }, 'x');
    expect(last()['err']).toMatchObject({ message: 'There is no policy named "shipped".' });
  });

  it('prints a line for people when asked', () => {
    const { log, lines } = recordingLog('pretty');
    log.warn({ turn: 'turn_1', err: new Error('no luck') }, 'turn failed');
    expect(lines.join()).toMatch(
      /^\d\d:\d\d:\d\d WARN digest turn failed turn=turn_1\n {2}Error: no luck\n {4}at /,
    );
  });
});
