import { chunksOf, keptInventions, type RightItem, rightItems } from './kept.ts';
import type { Asked } from './life-model.ts';
import type { Life, LifeTurn } from './life.ts';
import type { Lived, LivedLife } from './live.ts';
import { overBy, type StaleLine, staleLines } from './stale.ts';
import { periodBefore, showsDay, showsNow, tellsMidnight, utcTimesIn } from './times.ts';
import { instantOf, wallParts } from './wall-time.ts';

/** How many tokens a text has. */
export type CountTokens = (text: string) => number;

/** What the calls of one role cost. Tokens in. */
export interface RoleCost {
  readonly calls: number;
  /** Characters by four. */
  readonly mean: number;
  readonly max: number;
  /** By a real tokenizer; null without one. */
  readonly meanReal: number | null;
  readonly maxReal: number | null;
  /** Characters by four of the schemas beside it, on average. */
  readonly schema: number;
  /** Calls that came with a schema. */
  readonly withSchema: number;
}

/** A finding with where it was made. */
export interface Finding {
  readonly turn: string;
  readonly role: string;
  readonly what: string;
}

/** All that is measured of a life. */
export interface Figures {
  readonly turns: number;
  readonly calls: number;
  readonly callsPerTurn: number;
  /** Without idle thoughts and accounts. */
  readonly callsPerTurnAwake: number;
  /** Mean over the turns that acted, and the most. */
  readonly awaitedInAction: { readonly mean: number; readonly max: number; readonly actions: number };
  readonly repairs: { readonly calls: number; readonly share: number };
  readonly unscripted: number;
  readonly roles: Readonly<Record<string, RoleCost>>;
  /** Calls that the strict rules refused, by role. */
  readonly refusedCalls: number;
  readonly refusedSchemas: readonly string[];
  readonly stale: { readonly unmarked: number; readonly said: number; readonly marked: number };
  readonly staleLines: readonly (StaleLine & { readonly turn: string; readonly role: string })[];
  readonly periods: readonly Finding[];
  readonly times: readonly Finding[];
  /** The same of calls in the background, which work out days too. */
  readonly backgroundTimes: readonly Finding[];
  readonly missing: readonly Finding[];
  /** Turns that did not end as they should. */
  readonly ends: readonly Finding[];
  readonly violations: readonly string[];
  readonly troubles: number;
  readonly items: {
    readonly right: number;
    readonly refused: number;
    readonly byKind: Readonly<Record<string, { readonly right: number; readonly refused: number }>>;
    readonly refusedItems: readonly RightItem[];
    readonly failed: Readonly<Record<string, number>>;
    /** Right items that the instructions left no room for. */
    readonly unasked: number;
    readonly invented: number;
    readonly inventedKept: readonly string[];
  };
  readonly cited: number;
  readonly seconds: number;
}

/** What a person waits for, or reads the outcome of at once. */
const facing = new Set(['respond', 'clarify', 'acknowledge', 'remind', 'plan', 'plan-next']);
const awaited = new Set([...facing, 'tiebreak', 'compact', 'critic']);
const idle = new Set(['drift', 'biography']);

/** Measures a life that was lived. `counted` by a real tokenizer, where there is one. */
export function measure(
  life: Life,
  { asked, fired, kept, lived, refused, reminders, seconds, troubles, violations }: LivedLife,
  options: { readonly counted: CountTokens | undefined; readonly invented: readonly string[] },
): Figures {
  const items = rightItems(asked, kept);
  const refusedItems = items.filter((item) => !item.kept);
  const repairs = asked.filter(({ again }) => again).length;
  const stale = lived.flatMap((turn) => staleIn(life, turn, asked));
  const of = (as: StaleLine['as']): number => stale.filter((line) => line.as === as).length;
  const actions = lived
    .filter(({ key }) => asked.some(({ during, role }) => during === key && role === 'plan'))
    .map(({ key }) => asked.filter(({ during, role }) => during === key && awaited.has(role)).length);
  return {
    turns: lived.length,
    calls: asked.length,
    callsPerTurn: rounded(asked.length / lived.length),
    callsPerTurnAwake: rounded(asked.filter(({ role }) => !idle.has(role)).length / lived.length),
    awaitedInAction: {
      mean: rounded(meanOf(actions)),
      max: Math.max(0, ...actions),
      actions: actions.length,
    },
    repairs: { calls: repairs, share: rounded(repairs / Math.max(1, asked.length)) },
    unscripted: asked.filter(({ scripted }) => !scripted).length,
    roles: costs(asked, options.counted),
    refusedCalls: refused.length,
    refusedSchemas: [...new Set(refused.map(({ fault, role }) => `${role}: ${fault}`))],
    stale: { unmarked: of('unmarked'), said: of('said'), marked: of('marked') },
    staleLines: stale,
    periods: lived.flatMap((turn) => periodFaults(life, turn, asked)),
    times: [
      ...lived.flatMap((turn) => timeFaults(life, turn, asked)),
      ...reminderFaults(life, lived, { fired, reminders }, asked),
    ],
    backgroundTimes: background(asked),
    missing: lived.flatMap((turn) => missingIn(life, turn, asked)),
    ends: lived.flatMap(endFaults),
    violations,
    troubles: troubles.length,
    items: {
      right: items.length,
      refused: refusedItems.length,
      byKind: Object.fromEntries(
        [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, all]) => [
          kind,
          { right: all.length, refused: all.filter((item) => !item.kept).length },
        ]),
      ),
      refusedItems,
      failed: kept.failed,
      unasked: unasked(life, asked, items.length),
      invented: options.invented.length,
      inventedKept: keptInventions(options.invented, kept),
    },
    cited: lived.filter(({ cited }) => cited > 0).length,
    seconds,
  };
}

/** Items that a good model had and did not write, since it was told to write no more. */
function unasked(life: Life, asked: readonly Asked[], written: number): number {
  const chunked = new Set(asked.flatMap((one) => chunksOf(one).map(({ turn }) => turn)));
  const had = life.turns
    .filter(({ key }) => chunked.has(key))
    .flatMap(({ learned = {} }) => Object.values(learned) as readonly (readonly unknown[])[]);
  return had.reduce((sum, list) => sum + list.length, 0) - written;
}

function turnOf(life: Life, { key }: Lived): LifeTurn {
  return life.turns.find((turn) => turn.key === key) as LifeTurn;
}

/** What the person's turn was answered from. */
function promptsOf({ key }: Lived, asked: readonly Asked[]): Asked[] {
  return asked.filter(({ during, role }) => during === key && facing.has(role));
}

function staleIn(life: Life, turn: Lived, asked: readonly Asked[]): Figures['staleLines'] {
  const before = life.reminders
    .filter(({ at, state }) => state === 'fired' && instantOf(at, life.zone) < turn.sentAt)
    .map(({ key }) => key);
  const over = overBy(life, turn.key, before);
  const today = wallParts(turn.sentAt, life.zone).day;
  return promptsOf(turn, asked).flatMap(({ material, role }) =>
    staleLines(life, over, material, { message: turnOf(life, turn).text, today }).map((line) => ({
      ...line,
      turn: turn.key,
      role,
    })),
  );
}

function missingIn(life: Life, turn: Lived, asked: readonly Asked[]): Finding[] {
  const [first] = promptsOf(turn, asked);
  if (first === undefined) return [{ turn: turn.key, role: 'none', what: 'no prompt at all' }];
  const { needs = {}, text } = turnOf(life, turn);
  const shown = first.material.replaceAll(text, '');
  return Object.entries(needs)
    .filter(([, pattern]) => !pattern.test(shown))
    .map(([what]) => ({ turn: turn.key, role: first.role, what }));
}

function periodFaults(life: Life, turn: Lived, asked: readonly Asked[]): Finding[] {
  const { asksAbout, text } = turnOf(life, turn);
  const [first] = promptsOf(turn, asked);
  if (first === undefined) return [];
  const told = periodBefore(first.material, text, turn.sentAt, life.zone);
  const at = { turn: turn.key, role: first.role };
  if (asksAbout === undefined) return told === undefined ? [] : [{ ...at, what: `set: ${told}` }];
  if (told === undefined) return [{ ...at, what: `not set: ${asksAbout}` }];
  return showsDay(told, asksAbout) ? [] : [{ ...at, what: `${told} instead of ${asksAbout}` }];
}

function timeFaults(life: Life, turn: Lived, asked: readonly Asked[]): Finding[] {
  return promptsOf(turn, asked).flatMap(({ material, results, role }) => {
    const at = { turn: turn.key, role };
    const shown = utcTimesIn(material);
    const [example = ''] = shown;
    const inResults = results.flatMap(utcTimesIn);
    return [
      ...(showsNow(material, turn.sentAt, life.zone)
        ? []
        : [{ ...at, what: 'now is not told in local time' }]),
      ...(shown.length > 0 ? [{ ...at, what: `${shown.length} times in UTC, such as ${example}` }] : []),
      ...inResults.map((time) => ({ ...at, what: `a result says ${time}` })),
      ...(tellsMidnight(material) ? [{ ...at, what: 'something is at midnight, when nothing is' }] : []),
    ];
  });
}

/** Workers in the background work days out from times too. */
function background(asked: readonly Asked[]): Finding[] {
  return asked
    .filter(({ role }) => !facing.has(role))
    .flatMap(({ about, material, role }) => {
      const shown = utcTimesIn(material);
      const [example] = shown;
      return example === undefined
        ? []
        : [{ turn: about ?? '', role, what: `${shown.length} times in UTC, such as ${example}` }];
    });
}

/** Reminders that stand or fall at another time than was wanted, or are told with another when they fire. */
function reminderFaults(
  life: Life,
  lived: readonly Lived[],
  { fired, reminders }: Pick<LivedLife, 'fired' | 'reminders'>,
  asked: readonly Asked[],
): Finding[] {
  const last = lived.at(-1)?.sentAt ?? new Date(0);
  const made = new Set(
    life.turns
      .filter(({ key }) => lived.some((turn) => turn.key === key))
      .flatMap(({ plan = [] }) => plan.flat())
      .flatMap((call) => ('remind' in call ? [call.remind.at] : [])),
  );
  const wanted = life.reminders.filter(({ at }) => made.has(at));
  return wanted.flatMap(({ at, key, reply, state, words }) => {
    const due = instantOf(at, life.zone);
    const row = reminders.find(({ dueAt, text }) => words.test(text) && dueAt.getTime() === due.getTime());
    const where = { turn: key, role: 'reminder' };
    if (row === undefined) return [{ ...where, what: `none is due at ${at}` }];
    const lifeGoesOn = due < last;
    if (state === 'fired' && lifeGoesOn && row.state !== state)
      return [{ ...where, what: `is ${row.state}, not ${state}` }];
    if (state !== 'fired' || !lifeGoesOn || reply === undefined) return [];
    const { time } = wallParts(due, life.zone);
    const told = fired.find(({ text }) => words.test(text))?.reply ?? '';
    const prompts = asked.filter(({ about, role }) => role === 'remind' && about === `fired:${key}`);
    return [
      ...(told.includes(time) ? [] : [{ ...where, what: `says "${told}", it was ${time}` }]),
      ...prompts.flatMap(({ material }) =>
        utcTimesIn(material).length > 0 ? [{ ...where, what: 'its prompt tells times in UTC' }] : [],
      ),
    ];
  });
}

function endFaults({ ends, key, reply, state }: Lived): Finding[] {
  const at = { turn: key, role: 'end' };
  if (ends !== 1) return [{ ...at, what: `${ends} terminal events` }];
  if (state !== 'answered') return [{ ...at, what: `is ${state}` }];
  return reply === null || reply.trim() === '' || reply.includes('<think>')
    ? [{ ...at, what: `answered "${reply ?? ''}"` }]
    : [];
}

function costs(asked: readonly Asked[], counted: CountTokens | undefined): Record<string, RoleCost> {
  const named = asked.map((one) => ({ ...one, role: one.again ? `${one.role}, repair` : one.role }));
  return Object.fromEntries(
    [...Map.groupBy(named, ({ role }) => role)].map(([role, all]) => {
      const quarter = all.map(({ prompt }) => prompt.length / 4);
      const real = counted && all.map(({ prompt }) => counted(prompt));
      return [
        role,
        {
          calls: all.length,
          mean: Math.round(meanOf(quarter)),
          max: Math.round(Math.max(...quarter)),
          meanReal: real === undefined ? null : Math.round(meanOf(real)),
          maxReal: real === undefined ? null : Math.max(...real),
          schema: Math.round(meanOf(all.map(({ schema }) => schema.length / 4))),
          withSchema: all.filter(({ schema }) => schema !== '').length,
        },
      ];
    }),
  );
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
