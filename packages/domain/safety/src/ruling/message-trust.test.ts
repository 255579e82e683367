import { type Trust, trustLevels } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MessageOrigin, trustOfContext, trustOfMessage } from './message-trust.ts';

const origin = (parts: Partial<MessageOrigin> = {}): MessageOrigin => ({
  voice: 'person',
  source: 'api',
  agent: {},
  ...parts,
});
const placeOf = (trust: Trust) => trustLevels.indexOf(trust);

describe('trustOfMessage', () => {
  it.each<[string, Partial<MessageOrigin>, Trust]>([
    ['a person', {}, 'user'],
    ['the holder of a key', { voice: 'key' }, 'user'],
    ['nobody in particular', { voice: 'none' }, 'unverified'],
    ['a mail', { source: 'email' }, 'external'],
    ['a mail, however it is written', { source: 'EMail' }, 'external'],
    ['a mail that a bridge brings', { source: 'bridge', channel: 'email' }, 'external'],
    ['a mail that calls itself a chat', { source: 'email', channel: 'chat' }, 'external'],
    [
      'a source that the key does not trust, by another channel',
      { source: 'mail-bridge', channel: 'chat', key: { channels: { 'mail-bridge': 'external' } } },
      'external',
    ],
    ['a page of the web, from nobody', { voice: 'none', channel: 'web' }, 'external'],
    ['a channel that nobody knows', { channel: 'signal' }, 'user'],
    ['mail that the agent trusts', { source: 'email', agent: { channels: { email: 'user' } } }, 'user'],
    [
      'chat that the agent does not trust',
      { channel: 'chat', agent: { channels: { Chat: 'external' } } },
      'external',
    ],
    ['mail that only the key trusts', { source: 'email', key: { channels: { email: 'user' } } }, 'external'],
    [
      'mail that the agent trusts and the key does not',
      { source: 'email', agent: { channels: { email: 'user' } }, key: { channels: { email: 'unverified' } } },
      'unverified',
    ],
    ['what its sender calls external', { declared: 'external' }, 'external'],
    ['what its sender calls the owner’s', { declared: 'owner' }, 'user'],
    ['what nobody in particular calls a user’s', { voice: 'none', declared: 'user' }, 'unverified'],
    ['a speaker whom nobody lists', { speaker: 'Bo' }, 'unverified'],
    ['a speaker whom the agent lists', { speaker: 'Ana', agent: { speakers: ['Ana'] } }, 'user'],
    ['a speaker whom the key lists', { speaker: 'Ana', key: { speakers: ['Ana'] } }, 'user'],
    ['a speaker who only looks like one', { speaker: 'Аna', agent: { speakers: ['Ana'] } }, 'unverified'],
    [
      'a listed speaker in a mail',
      { source: 'email', speaker: 'Ana', agent: { speakers: ['Ana'] } },
      'external',
    ],
    ['a channel named as a part of every object', { channel: 'constructor' }, 'user'],
  ])('%s', (_name, parts, trust) => {
    expect(trustOfMessage(origin(parts))).toBe(trust);
  });

  const anything: fc.Arbitrary<MessageOrigin> = (() => {
    const name = fc.constantFrom('email', 'web', 'chat', 'api', 'Signal', 'constructor', '__proto__');
    const given = fc.constantFrom<'external' | 'unverified' | 'user'>('external', 'unverified', 'user');
    const speaker = fc.constantFrom('Ana', 'Bo', '');
    const rules = fc.record(
      { channels: fc.dictionary(name, given), speakers: fc.array(speaker, { maxLength: 2 }) },
      { requiredKeys: [] },
    );
    return fc.record(
      {
        voice: fc.constantFrom<MessageOrigin['voice']>('person', 'key', 'none'),
        source: name,
        agent: rules,
        declared: fc.constantFrom(...trustLevels),
        channel: name,
        speaker,
        key: rules,
      },
      { requiredKeys: ['voice', 'source', 'agent'] },
    );
  })();

  it('threat: nothing that a caller says raises what its voice gives, and a key raises nothing', () => {
    fc.assert(
      fc.property(anything, fc.constantFrom(...trustLevels), (one, declared) => {
        const trust = trustOfMessage(one);
        expect(trustLevels).toContain(trust);
        expect(placeOf(trust)).toBeLessThanOrEqual(placeOf(one.voice === 'none' ? 'unverified' : 'user'));
        expect(placeOf(trustOfMessage({ ...one, declared }))).toBeLessThanOrEqual(
          placeOf(trustOfMessage({ ...one, declared: undefined })),
        );
        expect(placeOf(trust)).toBeLessThanOrEqual(placeOf(trustOfMessage({ ...one, channel: undefined })));
        const { channels: _, ...known } = one.key ?? {};
        expect(placeOf(trust)).toBeLessThanOrEqual(placeOf(trustOfMessage({ ...one, key: known })));
      }),
    );
  });

  it('takes a level that it does not know for the lowest', () => {
    const agent = { channels: { chat: 'holy' as 'user' } };
    expect(trustOfMessage(origin({ channel: 'chat', agent }))).toBe('external');
    expect(trustOfMessage(origin({ declared: 'holy' as Trust }))).toBe('external');
  });
});

describe('trustOfContext', () => {
  const yes = { completions: { trustContext: true } };
  const no = { completions: { trustContext: false } };

  it.each<[string, string, Partial<MessageOrigin>, Trust]>([
    ['an earlier message of the user', 'user', {}, 'user'],
    ['system', 'system', {}, 'external'],
    ['developer', 'developer', {}, 'external'],
    ['assistant', 'assistant', {}, 'external'],
    ['a role of tomorrow', 'oracle', { agent: yes }, 'external'],
    ['system that the agent vouches for', 'system', { agent: yes }, 'user'],
    ['system that the key vouches for', 'system', { key: yes }, 'user'],
    ['system that the key does not vouch for', 'system', { agent: yes, key: no }, 'external'],
    ['system of a caller who is nobody', 'system', { voice: 'none', agent: yes }, 'unverified'],
    ['an assistant that the agent vouches for', 'assistant', { agent: yes }, 'agent'],
    ['a tool, whoever vouches for it', 'tool', { agent: yes, key: yes }, 'external'],
  ])('%s', (_name, role, parts, trust) => {
    expect(trustOfContext(origin(parts), { role })).toBe(trust);
  });

  it('knows who said what: an earlier message has its own speaker', () => {
    const listed = origin({ speaker: 'Ana', agent: { speakers: ['Ana'] } });
    expect(trustOfContext(listed, { role: 'user', speaker: 'Bo' })).toBe('unverified');
    expect(trustOfContext(listed, { role: 'user', speaker: 'Ana' })).toBe('user');
  });
});
