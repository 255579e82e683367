import { expect, test } from 'vitest';
import { readCalled } from './names.ts';
import { readRoom, type RoomLine } from './read-room.ts';

const said = (speaker: string, text: string): RoomLine => ({ speaker, text, own: false });
const own = (text: string, to?: string): RoomLine => ({
  speaker: 'sal',
  text,
  own: true,
  ...(to === undefined ? {} : { to }),
});
const room = (speaker: string, text: string, lines: RoomLine[] = []) =>
  readRoom({ agentNames: ['Sally'], speaker, text, lines });

test.each([
  'Sally, what time is it?',
  'sally: hi',
  '@sally look',
  'hey Sally',
  'Sally what do you think',
  'what time is it, Sally?',
  'SALLY!',
  'sall: typing fast',
  'Salyl> hm no, Sally',
])('"%s" calls the agent', (text) => {
  expect(room('bo', text)).toMatchObject({ calledMe: 1, calledOther: 0 });
});

test('a name inside of a sentence is a mention, and nobody is called by it', () => {
  expect(room('bo', 'I think Sally knows')).toMatchObject({ calledMe: 0, mentionsMe: 1, calledOther: 0 });
  expect(room('bo', 'I sallied forth')).toMatchObject({ calledMe: 0, mentionsMe: 0 });
});

test('calls on others are seen, on people nobody has heard of too', () => {
  const lines = [said('Ana', 'good morning')];
  expect(room('bo', 'ana, come here', lines)).toMatchObject({ calledMe: 0, calledOther: 1 });
  expect(room('bo', 'zed: come here', lines)).toMatchObject({ calledOther: 1 });
  expect(room('bo', 'note: come here, Sally', lines)).toMatchObject({ calledMe: 1, calledOther: 0 });
  expect(room('bo', 'come here', lines)).toMatchObject({ calledOther: 0 });
});

test('nobody calls on themselves', () => {
  expect(room('ana', 'Ana here', [said('ana', 'hi')])).toMatchObject({ calledOther: 0 });
});

test('names are compared without their decoration', () => {
  expect(readCalled('<Bo_> is late', ['bo']).vocative).toBe('bo');
  expect(readCalled('bo2: late', ['bo']).vocative).toBe('bo');
  expect(readCalled('al, late', ['alice']).vocative).toBeNull();
});

test('whom the agent just answered is likely to speak to it; the others are not', () => {
  const lines = [said('bo', 'Sally, is it late?'), own('It is nine.', 'bo')];
  const next = room('bo', 'and tomorrow?', lines);
  expect(next).toMatchObject({ agentToSpeaker: 1, agentToOther: 0, agentJustSpoke: 1, agentShare: 0.5 });
  expect(room('ana', 'and tomorrow?', lines)).toMatchObject({ agentToSpeaker: 0, agentToOther: 1 });
});

test('without knowing whom the agent answered, it is whoever spoke before, or the name it used', () => {
  expect(room('bo', 'x', [said('bo', 'late?'), own('nine')]).agentToSpeaker).toBe(1);
  expect(room('bo', 'x', [said('ana', 'late?'), own('bo: nine')]).agentToSpeaker).toBe(1);
  expect(room('bo', 'x', [said('bo', 'late?'), own('nine'), own('or ten')]).agentToSpeaker).toBe(1);
});

test('nearness falls with every line and ends after twelve', () => {
  const talk = (n: number) => Array.from({ length: n }, () => said('ana', 'hm'));
  const near = (n: number) => room('bo', 'x', [own('nine', 'bo'), ...talk(n)]).agentToSpeaker;
  expect(near(0)).toBe(1);
  expect(near(3)).toBeCloseTo(0.75);
  expect(near(12)).toBe(0);
});

test('somebody else who took over the conversation is seen', () => {
  const lines = [own('nine', 'bo'), said('ana', 'bo: it is ten')];
  expect(room('bo', 'are you sure?', lines)).toMatchObject({ otherToSpeaker: 1, agentJustSpoke: 0 });
  expect(room('bo', 'x', [said('bo', 'ana: hi')])).toMatchObject({ speakerToOther: 1, goesOn: 1 });
});

test('an empty room says nothing', () => {
  expect(Object.values(room('bo', 'hello')).every((value) => value === 0)).toBe(true);
});
