import type { ModelRequest, ModelScript } from '@salience/testing';
import type { Habits } from './habits.ts';
import { fitToSchema } from './fit-schema.ts';
import type { Answer } from './answer.ts';
import type { Life } from './life.ts';
import { objectFor } from './life-objects.ts';
import { planFor } from './life-plans.ts';
import { citing } from './refs.ts';
import { asksAgain, callsOf, countedParts, materialOf, resultsOf, textOf } from './request-text.ts';
import type { AskedFor, Recogniser } from './roles.ts';
import { spokenIn } from './spoken.ts';
import { strictFaults } from './strict-faults.ts';

/** One request, as it is judged afterwards. */
export interface Asked {
  /** `respond`, `plan`, `plan-next`, `chunk`, …; `unknown` where nobody can tell. */
  readonly role: string;
  /** The turn or fired reminder that it is about, where the script knows it. */
  readonly about: string | undefined;
  /** Of an object about several turns, which turn each of its exchanges is of, in order. */
  readonly turns: readonly string[];
  /** The turn during which it came. */
  readonly during: string | undefined;
  readonly again: boolean;
  /** Whether it came with a schema at all. */
  readonly schema: string;
  /** What a provider counts, schema apart. */
  readonly prompt: string;
  /** All that was read, as its authors wrote it. */
  readonly text: string;
  readonly material: string;
  /** What came of calls before it, within its turn. */
  readonly results: readonly string[];
  /** The answer before any bad habit. */
  readonly proposed: unknown;
  readonly scripted: boolean;
}

/** A model that lives a life along: it knows what a very good one would answer to each message. */
export interface LifeModel {
  readonly script: ModelScript;
  /** From here on this is what the person has said last; undefined between messages. */
  during(key: string | undefined): void;
  readonly asked: readonly Asked[];
  /** Every request that reached the script. */
  readonly heard: ReadonlySet<ModelRequest>;
}

/** Makes the model of a life. Requests that no line of the life answers get a sensible empty answer and are counted. */
export function lifeModel(life: Life, recognise: Recogniser, habits: Habits): LifeModel {
  const asked: Asked[] = [];
  const heard = new Set<ModelRequest>();
  let current: string | undefined;
  const answerTo = (request: ModelRequest, what: AskedFor | undefined): Answer => {
    if (what === undefined) return { reply: { text: 'I see.' }, about: undefined, scripted: false };
    if (what.kind === 'object') return objectFor(life, what.task, request, current);
    if (what.kind === 'reply' && what.mode === 'REMIND') return reminded(life, request);
    const turn = spokenIn(life, materialOf(request), current);
    if (turn === undefined) return { reply: { text: 'I see.' }, about: undefined, scripted: false };
    const said = citing(turn, materialOf(request));
    const reply = what.kind === 'plan' ? planFor(life, turn, said, request, habits) : { text: said };
    return { reply, about: turn.key, scripted: true };
  };
  return {
    asked,
    heard,
    during: (key) => {
      current = key;
    },
    script(request, n) {
      heard.add(request);
      const what = recognise(request);
      const schema = strictSchemaOf(request);
      const faults = schema === undefined ? [] : strictFaults(schema);
      const answer = answerTo(request, what);
      const object =
        answer.object !== undefined && schema !== undefined
          ? fitToSchema(answer.object, schema as Readonly<Record<string, unknown>>)
          : answer.object;
      const again = what?.kind === 'object' && asksAgain(request);
      const { prompt, schema: written } = countedParts(request);
      asked.push({
        role: roleOf(what, request),
        about: answer.about,
        turns: answer.turns ?? [],
        during: current,
        again,
        schema: written,
        prompt,
        text: textOf(request),
        material: materialOf(request),
        results: resultsOf(request),
        proposed: object,
        scripted: answer.scripted,
      });
      if (faults.length > 0)
        return {
          status: 400,
          errorCode: 'invalid_request_error',
          errorMessage: `Invalid schema for response_format: ${faults.slice(0, 3).join('; ')}`,
        };
      if (object !== undefined)
        return { text: habits.object(object as object, { task: roleOf(what, request), again, n }) };
      return habits.reply(answer.reply ?? {}, n);
    },
  };
}

/** The schema of a request that is to be kept strictly. */
export function strictSchemaOf(request: ModelRequest): object | undefined {
  const format = request.body.response_format as
    | { json_schema?: { strict?: boolean; schema?: object } }
    | undefined;
  return format?.json_schema?.strict === false ? undefined : format?.json_schema?.schema;
}

/** What a request is counted as. */
export function roleOf(what: AskedFor | undefined, request: ModelRequest): string {
  if (what === undefined) return 'unknown';
  if (what.kind === 'object') return what.task;
  if (what.kind === 'reply') return what.mode.toLowerCase();
  return callsOf(request).length === 0 ? 'plan' : 'plan-next';
}

/** What a good model says when a reminder fires: its text, and the time that it is shown. */
function reminded(life: Life, request: ModelRequest): Answer {
  const material = materialOf(request);
  const last = life.reminders
    .filter(({ reply }) => reply !== undefined)
    .map((one) => ({ one, at: lastMatch(material, one.words) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => b.at - a.at)[0];
  if (last === undefined) return { reply: { text: 'A reminder.' }, about: undefined, scripted: false };
  const before = material.slice(Math.max(0, last.at - 300), last.at);
  const time = [...before.matchAll(/(?<![\d:.+-])(\d{1,2}:\d{2})(?![\d:]*\d{2}:)/g)].at(-1)?.[1] ?? '';
  const reply = { text: (last.one.reply ?? '').replace('{time}', time) };
  return { reply, about: `fired:${last.one.key}`, scripted: true };
}

function lastMatch(text: string, words: RegExp): number {
  return [...text.matchAll(new RegExp(words.source, 'g'))].at(-1)?.index ?? -1;
}
