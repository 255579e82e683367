import type { z } from 'zod';
import { cleanText } from '../clean-text.ts';
import { type Fitted, fitObject } from './fit-object.ts';
import { isRecord } from './paths.ts';
import { writtenObjects } from './written-objects.ts';

/** Objects of one answer that are looked at; a model that wrote more did not answer. */
const objectsMax = 12;

/**
 * The object that an answer holds, whatever stands around it: the first that fits as it is, else the first that can be made to
 * fit. One that is wrapped in another object or list is found too. Not ok, with what is wrong in words, where there is none.
 */
export function readObject<T>(text: string, schema: z.ZodType<T>): Fitted<T> {
  const found = writtenObjects(text).slice(0, objectsMax);
  let best: Fitted<T> | undefined;
  for (const { cut, value } of found) {
    for (const meant of [value, ...wrapped(value)]) {
      const fitted = fitObject(cleaned(meant), schema);
      if (fitted.ok && fitted.asWritten) return cut ? { ...fitted, dropped: 1, cut } : fitted;
      if (best === undefined || (fitted.ok && !best.ok))
        best = fitted.ok && cut ? { ...fitted, dropped: fitted.dropped + 1, cut } : fitted;
    }
  }
  return best ?? { ok: false, issues: ['there is no JSON object in the answer, or it is broken'] };
}

/** An object that was not written as text, held to the same schema: its texts are cleaned, and what does not fit is mended or falls out. */
export function readValue<T>(value: T, schema: z.ZodType<T>): Fitted<T> {
  return fitObject(cleaned(value), schema);
}

/** The objects that an object holds at once: some models put their answer under a name. */
function wrapped(value: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const parts = Object.values(value);
  return parts.length > 2 ? [] : parts.filter(isRecord);
}

/** A copy whose texts every store takes. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cleaned(part)]));
}
