import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Answered,
  createPeople,
  crowdOf,
  fitOf,
  liveDays,
  type LivedWorld,
  messagesOfRows,
  readModeRows,
  stockMessages,
} from '@salience/testing/personas';
import { expect, it, test } from 'vitest';
import { repositoryRoot, scratchFolder } from '../src/servers/places.ts';

const folder = join(repositoryRoot, 'packages/testing/src/personas');

it.each(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')))(
  '%s knows nothing of what routes or reads people',
  (file) => {
    const imported = [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:from|import\(?) ?'([^']+)'/g)];
    const strangers = imported
      .map(([, name = '']) => name)
      .filter((name) => !name.startsWith('.') || /\.\.\/(?!random\.ts|fit\.ts)/.test(name))
      .filter((name) => !['@salience/contracts', 'zod', 'node:fs', 'vitest', 'fast-check'].includes(name));
    expect(strangers).toEqual([]);
  },
);

/** A life with an agent that is right in so many of a hundred messages that want something done, and in all others. */
async function lifeWith(right: number): ReturnType<typeof liveDays> {
  const messages = stockMessages();
  const wanted = new Map(messages.map((message) => [message.text, message.wanted]));
  let asked = 0;
  const answer = (text: string): Answered => {
    const [best = 'RESPOND'] = wanted.get(text) ?? [];
    asked += 1;
    return { mode: best === 'ACT' && asked % 100 >= right ? 'RESPOND' : best, reply: 'Well.' };
  };
  const world: LivedWorld = {
    say: ({ text }) => Promise.resolve(answer(text)),
    passTo: (ms) => Promise.resolve(ms),
  };
  const people = createPeople({ seed: 4, crowd: crowdOf(10, 0.1), messages, sayingsADay: 100 });
  return liveDays({ people, days: 10, world });
}

test('an agent that gets worse at one thing is corrected more often, and its misroutes are of that kind', async () => {
  const [good, poor] = [await lifeWith(100), await lifeWith(20)];
  const corrected = ({ turns }: typeof good): number =>
    turns.filter(({ reaction, said }) => said === 'message' && reaction === 'correct').length;
  expect(corrected(poor)).toBeGreaterThan(2 * corrected(good));
  const kinds = ({ days }: typeof good) => new Set(days.flatMap(({ misrouted }) => Object.keys(misrouted)));
  expect(kinds(good)).toEqual(new Set());
  expect(kinds(poor)).toEqual(new Set(['ACT>RESPOND']));
});

test('rows are read from a file as from lines, and are the truth of a life', () => {
  const rows = [{ id: 'r1', text: 'lights off', gold: ['ACT'] }].map((row) => JSON.stringify(row));
  const place = scratchFolder('rows');
  try {
    writeFileSync(join(place, 'rows.jsonl'), `${rows.join('\n')}\n`);
    const read = readModeRows(join(place, 'rows.jsonl'));
    expect(read).toEqual(messagesOfRows(rows));
    expect(fitOf(read[0]?.wanted ?? [], 'RESPOND')).toBe('notDone');
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
