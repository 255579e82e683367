import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { baseEnv, optional, parseEnv, withDefault } from './env.ts';

describe('the environment', () => {
  it('lists every problem by variable, once, without showing values', () => {
    const source = {
      DATABASE_URL: 'mysql://user:secret@host/db',
      SALIENCE_TRACE_RATIO: '7',
      SALIENCE_FAULTS: '{"x": 1}',
    };
    expect(() => parseEnv(baseEnv, source)).toThrow(
      expect.objectContaining({
        code: 'config.invalid',
        message: expect.stringMatching(/DATABASE_URL[\s\S]*SALIENCE_TRACE_RATIO[\s\S]*SALIENCE_FAULTS/),
      }),
    );
    expect(() => parseEnv(baseEnv, source)).not.toThrow(
      expect.objectContaining({ message: expect.stringContaining('secret') }),
    );
  });

  it('REDIS_URL names one server or a cluster; what is wrong with it is said without its password', () => {
    const read = (url: string) => parseEnv({ REDIS_URL: baseEnv.REDIS_URL }, { REDIS_URL: url }).REDIS_URL;
    for (const url of ['redis://h:1', 'rediss://:p@h', 'redis-cluster://:p@a:1,b:2', ''])
      expect(read(url)).toBe(url || undefined);
    expect(() => read('redis://:secret@a:1,b:2')).toThrow(/REDIS_URL: .*redis-cluster:\/\//);
    expect(() => read('redis-cluster://:secret@a:0')).toThrow(/"a:0" is no host and port/);
    expect(() => read('redis://:secret@a:1,b:2')).not.toThrow(/secret/);
  });

  it('an empty variable is an unset one', () => {
    const shape = { A: optional(z.string().min(3)), B: withDefault(z.coerce.number(), '5') };
    expect(parseEnv(shape, { A: '', B: '' })).toEqual({ A: undefined, B: 5 });
  });

  it('variables of others are left alone', () => {
    expect(parseEnv({ A: optional(z.string()) }, { HOME: '/x' })).toEqual({});
  });

  it('faults are read as the worker kit reads them', () => {
    const { SALIENCE_FAULTS } = parseEnv(baseEnv, {
      DATABASE_URL: 'postgres://localhost/x',
      SALIENCE_FAULTS: '{"digest.claimed": {"action": "kill"}}',
    });
    expect(SALIENCE_FAULTS['digest.claimed']).toMatchObject({ action: 'kill', probability: 1 });
  });
});
