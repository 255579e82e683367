import type { JudgedResult } from '../judged-result.ts';
import { plainWords } from '@salience/language';

/** A scalar with the key it stands under, keys without case, spaces and underscores. */
export interface Field {
  readonly key: string;
  readonly value: string | number | boolean;
}

/** A result read once, for all rules. */
export interface Reading {
  readonly judged: JudgedResult;
  /** The text as it came, ends trimmed, at most `readMax` characters. */
  readonly text: string;
  /** The text without markup. */
  readonly visible: string;
  /** The visible text for comparing. */
  readonly words: string;
  readonly html: boolean;
  /** The text read as JSON; undefined when it is none. */
  readonly json: unknown;
  /** Objects of the JSON up to three deep, the outermost first. */
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  /** Scalar arguments, up to two deep. */
  readonly args: readonly Field[];
  /** All arguments as text, for comparing. */
  readonly argWords: string;
}

/** Characters of a result that are read; rules that look at its end see the end. */
const readMax = 200_000;

/** Reads a result and its arguments. */
export function readResult(judged: JudgedResult): Reading {
  const text = judged.result.text.slice(0, readMax).trim();
  const json = readJson(text);
  const html = /^(?:<!doctype html|<html[\s>]|<head[\s>]|<body[\s>])/i.test(text);
  const visible = html ? stripTags(text) : text;
  const args = fieldsOf(judged.args, 2);
  return {
    judged,
    text,
    visible,
    words: plainWords(visible),
    html,
    json,
    objects: json === undefined ? [] : objectsIn(json),
    args,
    argWords: plainWords(args.map(({ value }) => String(value)).join(' ')),
  };
}

/** A text parsed as JSON; undefined if it is none, or nests too deep. */
export function readJson(text: string): unknown {
  if (!/^\s*[[{"\-\dtfn]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return nestsDeeper(value, nestingMax) ? undefined : value;
  } catch {
    return undefined;
  }
}

const nestingMax = 64;

// Level by level, because recursion might overflow on the very depth that is measured.
function nestsDeeper(value: unknown, max: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= max; depth++) {
    level = level.flatMap((item): unknown[] =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

function stripTags(text: string): string {
  return (
    text
      // Stopping at the next opening tag keeps this linear where none is ever closed.
      .replace(/<(script|style)\b(?:(?!<\/?\1\b)[^])*<\/\1>/gi, ' ')
      .replace(/<[^>]{0,2000}>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** A key for comparing: `due_at`, `dueAt` and `Due At` are one. */
export function plainKey(key: string): string {
  return key.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectsIn(json: unknown): Readonly<Record<string, unknown>>[] {
  const found: Readonly<Record<string, unknown>>[] = [];
  let level: unknown[] = [json];
  for (let depth = 0; depth < 4 && found.length < 500; depth++) {
    found.push(...level.filter(isObject));
    level = level.flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return found;
}

/** The scalars of an object and, down to `depth`, of objects and lists in it. */
export function fieldsOf(value: Readonly<Record<string, unknown>>, depth: number): Field[] {
  return Object.entries(value).flatMap(([key, item]): Field[] => {
    if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') {
      return [{ key: plainKey(key), value: item }];
    }
    if (depth <= 1) return [];
    if (Array.isArray(item)) return item.flatMap((one) => fieldsOf({ [key]: one }, depth - 1));
    return isObject(item) ? fieldsOf(item, depth - 1) : [];
  });
}
