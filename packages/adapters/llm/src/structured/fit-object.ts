import type { z } from 'zod';
import { describeSchema, namedParts } from './json-schema.ts';
import { mended } from './mend-value.ts';
import { at, isRecord, type Path, place, remove } from './paths.ts';
import { withoutNulls } from './without-nulls.ts';

/** What a value came to under a schema. */
export type Fitted<T> =
  | {
      readonly ok: true;
      readonly object: T;
      /** Items of lists and parts that may be absent which could not be used and fell out. */
      readonly dropped: number;
      /** True when it fitted as it was written; nulls for what is absent count as that. */
      readonly asWritten: boolean;
      /** True when the answer broke off inside of the object: it holds what was complete by then. */
      readonly cut?: boolean;
    }
  | { readonly ok: false; readonly issues: readonly string[] };

/** Rounds of mending; each changes or takes out something at every place that does not fit. */
const roundsMax = 24;

/**
 * Makes an object of what a model wrote. Null stands for absent. Where a part does not fit it is mended as long as its meaning is
 * plain (a number out of its range, a word in another case, one thing where a list is meant, a list that is too long); else it
 * falls out, with the item that cannot do without it, and the rest stays. A list that was not written is empty. Not ok where the
 * object has none of the schema's parts or lacks one that cannot be made up. Issues name places and rules, never what was written.
 */
export function fitObject<T>(written: unknown, schema: z.ZodType<T>): Fitted<T> {
  const description = describeSchema(schema);
  const value = withoutNulls(written, description);
  const whole = schema.safeParse(value);
  const known = namedParts(description['properties']).map(([name]) => name);
  const isOther = known.length > 0 && isRecord(value) && !known.some((name) => Object.hasOwn(value, name));
  // An empty object may say that there is nothing; one of other parts ("error") says something else, whatever has a default.
  if (isOther && Object.keys(value).length > 0)
    return { ok: false, issues: [`the whole: has none of the parts asked for (${known.join(', ')})`] };
  if (whole.success) return { ok: true, object: whole.data, dropped: 0, asWritten: true };
  const issues = whole.error.issues.map(issueInWords);
  if (!isRecord(value) || isOther) return { ok: false, issues };
  const losses = new Losses();
  for (let round = 0; round < roundsMax; round += 1) {
    const parsed = schema.safeParse(value);
    if (parsed.success)
      return { ok: true, object: parsed.data, dropped: losses.countIn(value), asWritten: false };
    if (!mendAll(value, parsed.error.issues, losses)) return { ok: false, issues };
  }
  return { ok: false, issues };
}

/** A place that does not fit, in words: where, and what the rule is. */
function issueInWords(issue: z.core.$ZodIssue): string {
  const where = issue.path.map(String).join('.') || 'the whole';
  // Names that a model made up are not repeated.
  if (issue.code === 'unrecognized_keys') return `${where}: has keys that it may not have`;
  return `${where}: ${issue.message}`.slice(0, 200);
}

/** Mends each place that does not fit or takes it out. False where the whole cannot be had. */
function mendAll(value: object, issues: readonly z.core.$ZodIssue[], losses: Losses): boolean {
  const out = new Map<string, Path>();
  for (const issue of issues) {
    const path = issue.path as Path;
    // More than was asked for is no loss.
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) remove(value, [...path, key]);
      continue;
    }
    if (path.some((_step, index) => out.has(keyOf(path.slice(0, index + 1))))) continue;
    const meant = mended(at(value, path), issue);
    if (meant !== undefined && place(value, path, meant.value)) {
      losses.items += meant.dropped;
      continue;
    }
    const own = presentPart(value, path);
    if (own === undefined) return false;
    out.set(keyOf(own), own);
  }
  // From the inside out and from the back, so that the other places stay where they are meanwhile.
  const ordered = [...out.values()].toSorted((a, b) => b.length - a.length || indexOf(b) - indexOf(a));
  for (const path of ordered) losses.takeOut(value, path);
  return true;
}

/** The part at a place or, where it is missing, the nearest one around it; undefined where that is the whole. */
function presentPart(value: object, path: Path): Path | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const own = path.slice(0, length);
    if (at(value, own) !== undefined) return own;
  }
  return undefined;
}

function indexOf(path: Path): number {
  const last = path.at(-1);
  return typeof last === 'number' ? last : -1;
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}

/** What fell out so far. */
class Losses {
  /** Items of lists. */
  items = 0;
  readonly #holders: unknown[] = [];

  takeOut(value: object, path: Path): void {
    const holder = at(value, path.slice(0, -1));
    if (Array.isArray(holder)) this.items += 1;
    else this.#holders.push(holder);
    remove(value, path);
  }

  /** How much a value has lost: its items, and parts of what is still there, since what fell out later took its parts with it. */
  countIn(value: object): number {
    const there = new Set<unknown>();
    const walk = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return;
      there.add(part);
      for (const one of Object.values(part)) walk(one);
    };
    walk(value);
    return this.items + this.#holders.filter((holder) => there.has(holder)).length;
  }
}
