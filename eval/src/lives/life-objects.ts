import type { ModelRequest } from '@salience/testing';
import type { Answer } from './answer.ts';
import { chunkFor } from './chunk-object.ts';
import type { Life, LifeTurn } from './life.ts';
import { knowsWord, materialOf } from './request-text.ts';
import { flattened, spokenIn } from './spoken.ts';

const gistChars = 1_500;
const intentChars = 300;
const loopsMax = 8;
const sure = 0.9;

/** The object that a very good model would write for a job in the background. */
export function objectFor(
  life: Life,
  task: string,
  request: ModelRequest,
  current: string | undefined,
): Answer {
  const material = materialOf(request);
  switch (task) {
    case 'chunk': {
      const turn = spokenIn(life, material);
      return { object: chunkFor(turn?.learned ?? {}, request), about: turn?.key, scripted: true };
    }
    case 'stretch': {
      // What stands before the exchanges and beside them is there to understand them by.
      const told = /<exchanges>[^]*<\/exchanges>/.exec(material)?.[0] ?? '';
      const turns = turnsIn(life, told);
      const open = [...told.matchAll(/<exchange n="(\d+)"(?:(?!<\/exchange>)[^])*<\/exchange>/g)].flatMap(
        ([text, n]) => {
          const turn = text.includes('<noted>') ? undefined : turnsIn(life, text)[0];
          return turn === undefined ? [] : [{ n: Number(n), turn }];
        },
      );
      const whole = material.includes('episode, concepts');
      return {
        object: {
          exchanges: open.map(({ n, turn }) => ({ n, ...chunkFor(turn.learned ?? {}, request) })),
          ...(whole ? { episode: episodeOf(turns, 'They talked.'), ...conceptsOf(turns, request) } : {}),
        },
        about: turns[0]?.key,
        turns: open.map(({ turn }) => turn.key),
        scripted: true,
      };
    }
    case 'episode': {
      const turns = turnsIn(life, material);
      const fired = life.reminders.filter(({ told, words }) => told !== undefined && words.test(material));
      const rest = fired.map(({ told = '' }) => told).join(' ');
      return {
        object: episodeOf(turns, rest),
        about: turns[0]?.key,
        scripted: turns.length + fired.length > 0,
      };
    }
    case 'concept': {
      const turns = turnsIn(life, material);
      return { object: conceptsOf(turns, request), about: turns[0]?.key, scripted: true };
    }
    case 'tiebreak': {
      const turn = life.turns.find(({ key }) => key === current) ?? spokenIn(life, material);
      return { object: choiceOf(turn, material), about: turn?.key, scripted: turn !== undefined };
    }
    case 'critic':
      return { object: { fits: true, reason: '' }, about: current, scripted: true };
    case 'compact':
      return {
        object: { progress: '', remaining: '', data: '', decisions: '' },
        about: current,
        scripted: true,
      };
    case 'biography':
      return { object: accountOf(life, material), about: undefined, scripted: true };
    case 'experience':
      return { object: experienceOf(life, material), about: undefined, scripted: true };
    case 'drift':
      return { object: thoughtOf(life, material), about: undefined, scripted: true };
    default:
      return { object: {}, about: undefined, scripted: false };
  }
}

/** The turns whose messages stand in a text, in the order of the life. */
function turnsIn(life: Life, text: string): LifeTurn[] {
  const flat = flattened(text);
  return life.turns.filter((turn) => flat.includes(flattened(turn.text)));
}

/** `otherwise`: what there is to tell where no turn's message stands in it. */
function episodeOf(turns: readonly LifeTurn[], otherwise: string): object {
  const told = turns.map((turn) => turn.told).join(' ');
  const gist = told === '' ? otherwise : told;
  const loops = turns.flatMap(({ open }) => (open === undefined ? [] : [open]));
  return {
    gist: gist.slice(0, gistChars),
    intent: (turns[0]?.told ?? gist).slice(0, intentChars),
    intentType: 'planning',
    direction: 'narrowing',
    context: { situational: '', conversational: '', constraints: [] },
    action: '',
    emotion: { type: 'neutral', valence: 0.5, intensity: 0.1, arc: '', shown: '' },
    outcome: (turns.at(-1)?.told ?? '').slice(0, 600),
    openLoops: loops.slice(0, loopsMax),
    factors: { novelty: 0.6, emotional: 0.1, commitment: loops.length > 0 ? 0.6 : 0.2, unresolved: false },
  };
}

function conceptsOf(turns: readonly LifeTurn[], request: ModelRequest): object {
  const concepts = new Map<string, object>();
  // What was said last of it counts.
  for (const { map } of turns)
    for (const concept of map?.concepts ?? [])
      concepts.set(concept.name, { ...concept, aliases: [], confidence: sure });
  const relations = turns
    .flatMap(({ map }) => map?.relations ?? [])
    .map(({ ended = false, from, to, type }) => ({
      from,
      type: knowsWord(request, type) ? type : 'related-to',
      to,
      confidence: sure,
      ended,
    }));
  return { concepts: [...concepts.values()], relations };
}

/** A or B, whichever the turn deserves; A where it deserves neither. */
function choiceOf(turn: LifeTurn | undefined, material: string): object {
  const candidates = [...material.matchAll(/\b([AB])\b[^A-Z]*\b([A-Z]{3,})\b/g)];
  const found = candidates.find(([, , mode]) => mode === turn?.mode);
  return { choice: found?.[1] ?? 'A', reason: 'it is what the message asks for' };
}

/** Statements whose words stand behind a ref of the material. */
function accountOf(life: Life, material: string): object {
  const sections = ['identity', 'relationship', 'values', 'patterns', 'threads', 'themes'];
  const items = material.split(/(?=\bs\d+\b)/).map((text) => ({ ref: /^s\d+/.exec(text)?.[0], text }));
  const statements = life.account.flatMap(({ section, source, text }) => {
    const ref = items.find((item) => item.ref !== undefined && source.test(item.text))?.ref;
    return ref === undefined ? [] : [{ section, statement: { text, sources: [ref] } }];
  });
  return Object.fromEntries(
    sections.map((name) => [
      name,
      statements.filter(({ section }) => section === name).map(({ statement }) => statement),
    ]),
  );
}

function experienceOf(life: Life, material: string): object {
  const worth = flattened(material).includes(flattened(life.tool.answer));
  return {
    worth,
    observations: worth ? [{ text: life.tool.observation, durability: 'transient' }] : [],
  };
}

/** A thought that connects two of the concepts it is shown. */
function thoughtOf(life: Life, material: string): object {
  const names = [
    ...new Set(life.turns.flatMap(({ map }) => (map?.concepts ?? []).map(({ name }) => name))),
  ].filter((name) => material.includes(name));
  const [one = 'this', other = 'that'] = names.toSorted((a, b) => material.indexOf(a) - material.indexOf(b));
  return { type: 'reflection', content: `${one} and ${other} come up together again and again.` };
}
