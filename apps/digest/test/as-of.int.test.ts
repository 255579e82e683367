import type { ExchangeId } from '@salience/contracts';
import { newId } from '@salience/database';
import { loadContexts } from '@salience/database/turns';
import { backends, saveChunk } from '@salience/testing';
import { beforeAll, expect, it } from 'vitest';
import { type LaneWorld, laneWorld } from './lane-world.ts';

let world: LaneWorld;
beforeAll(async () => {
  world = await laneWorld(backends()[0] ?? 'postgres');
  await live('2027-05-01T12:00:00Z', 'I live in Lisbon.', 'Lisbon');
  await live('2029-06-01T12:00:00Z', 'I live in Porto, by the river.', 'Porto');
  await world.clock.set(new Date('2030-03-01T12:00:00Z'));
});

/** The person says where they live, and a chunker understands it. */
async function live(at: string, text: string, place: string): Promise<void> {
  await world.clock.set(new Date(at));
  const turn = await world.say(text, { threadKey: place });
  const [row] = await world.database.admin<{ id: ExchangeId }>(
    'select id from salience.exchanges where turn_id = $1',
    [turn.id],
  );
  const known = { key: 'lives_in', value: place, confidence: 0.9 };
  await saveChunk(world.database.connect('salience_memory_chunker'), {
    agentId: world.agentId,
    exchangeId: (row as { id: ExchangeId }).id,
    now: new Date(at),
    model: 'test',
    entities: [],
    gists: [],
    facts: [{ ...known, id: newId('fact'), subject: 'user', singleValued: true }],
    traits: [
      {
        ...known,
        id: newId('trait'),
        person: 'user',
        category: 'core',
        origin: 'explicit',
        literal: true,
        trust: 'user',
        half: 'message',
        start: 0,
        end: 6,
      },
    ],
  });
}

async function ask(text: string) {
  const turn = await world.say(text, { threadKey: `asked ${text}` });
  const [context] = await loadContexts(world.database.connect('salience_consumer'), world.agentId, turn.id);
  return { reply: turn.reply?.text ?? '', seen: context?.messages[0]?.content ?? '' };
}

it('law 8: a question about a past time is told, and answered with, what held then', async () => {
  const { reply, seen } = await ask('Where did I live in 2028?');
  expect(seen).toContain('about="the days from 2028-01-01 to 2028-12-31: answer with what held then"');
  expect(seen).toContain('fact: user lives in Lisbon (until 2029-06-01)\n');
  expect(seen).toContain('lives in: Lisbon (until 2029-06-01)\n');
  expect(seen).not.toContain('user lives in Porto');
  expect(seen).not.toContain('lives in: Porto');
  expect(reply).toMatch(/^Lisbon\./);
});

it('a question about now is answered with what holds now', async () => {
  const { reply, seen } = await ask('Where do I live?');
  expect(seen).not.toContain('the days from');
  expect(seen).toContain('lives in: Porto\n');
  expect(reply).toMatch(/^Porto\b/);
});

it('where nothing is known of then, what came later says so', async () => {
  const { seen } = await ask('Where did I live in 2020?');
  expect(seen).toContain('lives in: Porto (told 2029-06-01)\n');
});
