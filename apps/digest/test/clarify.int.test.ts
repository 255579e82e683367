import { backends, decisionOf } from '@salience/testing';
import { replay, shippedPolicy } from '@salience/router';
import type { TurnRow } from '@salience/database/turns';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type LaneWorld, laneWorld } from './lane-world.ts';

let world: LaneWorld;
/** What memory was asked since the test began. */
const asked: string[] = [];

beforeAll(async () => {
  world = await laneWorld(backends()[0] ?? 'postgres');
  const { recall } = world.deps.recall;
  Object.assign(world.deps.recall, {
    recall: (...question: Parameters<typeof recall>) => {
      asked.push(question[0].text);
      return recall(...question);
    },
  });
});
beforeEach(() => {
  asked.length = 0;
});

const inThread = (threadKey: string) => (text: string) => world.say(text, { threadKey });
const modeOf = async ({ id }: TurnRow) => (await decisionOf(world.database, id))?.modeTerminal;

it.each([
  ['Tell me about otters.', 'I know nothing about otters yet. What would you like to know, or to tell me?'],
  [
    'Erzähl mir etwas über Vulkane',
    'Über „Vulkane“ weiß ich noch nichts. Was möchtest du wissen, oder mir erzählen?',
  ],
  [
    'Parle-moi des pingouins',
    'Je ne sais encore rien sur « pingouins ». Que veux-tu savoir, ou me raconter ?',
  ],
])('asks what is meant by "%s", by its name', async (text, question) => {
  const turn = await inThread(text)(text);
  expect(turn.reply?.text).toBe(question);
  expect(await modeOf(turn)).toBe('CLARIFY');
  // Law 13: what it was decided from is stored.
  const decision = await decisionOf(world.database, turn.id);
  if (decision === undefined) throw new Error('expected a decision');
  expect(decision.signals['openness']).toBe(1);
  expect(replay(decision, shippedPolicy)).toMatchObject({ identical: true });
});

it('does not ask what memory answers', async () => {
  await inThread('kitchen')('The sourdough in the fridge is fed every Sunday.');
  const turn = await inThread('later')('Tell me about the sourdough');
  expect(await modeOf(turn)).toBe('RESPOND');
  expect(turn.reply?.text).toContain('fed every Sunday');
});

it('offers two people of one name, and answers for the one that is meant', async () => {
  const before = inThread('people');
  await before('Anna Schmidt arrives on Friday with the early train.');
  await before('Anna Weber arrives on Monday by car.');
  const say = inThread('which');
  const first = await say('When does Anna arrive?');
  expect(await modeOf(first)).toBe('CLARIFY');
  expect(first.reply?.text).toMatch(
    /^Which Anna do you mean: Anna (Schmidt or Anna Weber|Weber or Anna Schmidt)\?$/,
  );

  const second = await say('Anna Weber');
  expect(await modeOf(second)).toBe('RESPOND');
  expect(second.reply?.text).toContain('on Monday');
  expect(second.reply?.text).not.toContain('Friday');
  // Whom the talk is about is known now.
  const third = await say('And when does Anna Schmidt arrive?');
  expect(third.reply?.text).toContain('on Friday');
});

it('looks for the answer to its question together with what it asked about, and does not ask twice', async () => {
  const say = inThread('answer');
  await say('Tell me about lighthouses');
  const turn = await say('who built them');
  expect(asked.at(-1)).toBe('Tell me about lighthouses\nwho built them');
  expect(await modeOf(turn)).toBe('RESPOND');
  // What stands by itself is about something else.
  await say('Find information about windmills');
  await say('When does the bakery open on Saturday?');
  expect(asked.at(-1)).toBe('When does the bakery open on Saturday?');
});

it.each([
  ['Call him', 'Whom do you mean?'],
  ['Add to my shopping list', 'What should I put on the list?'],
  ['Please write an email', 'Whom should I write to, at which address, and what?'],
])('asks for what "%s" lacks', async (text, question) => {
  expect((await inThread(text)(text)).reply?.text).toBe(question);
});

it('does what was ordered once it is told what was missing', async () => {
  const say = inThread('list');
  await say('Add to my packing list');
  expect((await say('socks')).reply?.text).toBe('I added socks to your packing list.');
  expect((await say('and a torch')).reply?.text).toContain('torch');
  expect((await say("What's on my packing list?")).reply?.text).toMatch(/socks[\s\S]*torch/);
});

it.each([
  ['My sister lives in Porto', 'Noted: your sister lives in Porto.'],
  ['two weeks ago I was in Rome', 'Noted: two weeks ago you were in Rome.'],
  ['nothing', 'All right.'],
])('takes "%s" for no answer to what it asked', async (text, reply) => {
  const say = inThread(text);
  await say('Add to my holiday list');
  expect((await say(text)).reply?.text).toBe(reply);
  expect((await say("What's on my holiday list?")).reply?.text).not.toContain(text);
});

it('sets the reminder once it is told what of and when', async () => {
  const say = inThread('remind');
  expect((await say('Remind me')).reply?.text).toBe('What should I remind you of, and when?');
  expect((await say('to call mum tomorrow at 9')).reply?.text).toContain('I set a reminder: call mum');
});

it('notes what is told in place of an answer', async () => {
  const say = inThread('told');
  await say('Tell me about walruses');
  const turn = await say('My walrus is called Bruno.');
  expect(turn.reply?.text).toBe('Noted: your walrus is called Bruno.');
  await say('Tell me about herons');
  await say('My aunt works in Hull.');
  // What stands by itself and names nothing of it is not looked up with it.
  expect(asked.at(-1)).toBe('My aunt works in Hull.');
});

it('takes an earlier request for no knowledge', async () => {
  await inThread('first')('Tell me about comets');
  expect(await modeOf(await inThread('second')('Tell me about comets'))).toBe('CLARIFY');
});

it('answers for the only one of whom it is known', async () => {
  const before = inThread('namesakes');
  await before('My sister Clara lives in Utrecht.');
  await before('My colleague Clara Brandt plays the harp.');
  await before('Our neighbour Clara Lindqvist has a canoe.');
  const turn = await inThread('namesake')('Where does Clara live?');
  expect(await modeOf(turn)).toBe('RESPOND');
  expect(turn.reply?.text).toContain('Utrecht');
});

it('answers what asks for what it knows, and nods where an interest is told', async () => {
  expect(await modeOf(await inThread('held')('What do you know about zeppelins?'))).not.toBe('CLARIFY');
  expect(await modeOf(await inThread('interest')("I'm interested in zeppelins."))).not.toBe('CLARIFY');
});

it('asks nobody where the agent began the turn itself', async () => {
  const { threadId, turnId } = await world.accept('Tell me about otters.', {
    threadKey: 'self',
    source: 'schedule',
  });
  await world.run(threadId);
  expect((await decisionOf(world.database, turnId))?.signals['openness'] ?? 0).toBe(0);
});
