import { type Field, fieldsOf, isObject, readJson, type Reading } from '../reading/read-result.ts';
import { daysIn } from '@salience/language';
import { numbersIn, quote } from '../reading/read-values.ts';
import { schemaProblem } from './schema-problem.ts';

/** A structured result that breaks its own schema. */
export function schema({ judged, json, text }: Reading): string | null {
  if (judged.schema === undefined) return null;
  if (json === undefined) return `JSON was promised, and something else came: ${quote(text)}.`;
  const problem = schemaProblem(json, judged.schema, '');
  return problem === null ? null : `The result breaks its schema: ${problem}.`;
}

const percentKeys =
  /^(?:humidity|percent(?:age)?|battery\w*|progress|completion|cloudcover|precipitationprobability|chanceofrain)$/;
const shareKeys = /^(?:probability|confidence|similarity)$/;
const positiveKeys =
  /^(?:count|total\w*|quantity|qty|price|age|distance\w*|duration\w*|size\w*|population|visitors|humidity|windspeed|rating)$/;

/** A value that nothing in the world can have. */
export function impossible({ args, visible, objects, judged }: Reading): string | null {
  const askedDays = new Set(daysIn(args.map(({ value }) => String(value)).join(' ')).map(({ day }) => day));
  const noDay = daysIn(visible.slice(0, 20_000)).find(({ day, real }) => !real && !askedDays.has(day));
  if (noDay !== undefined) return `No calendar has the day ${noDay.day}.`;
  for (const { key, value } of objects.flatMap((object) => fieldsOf(object, 1))) {
    if (typeof value !== 'number') continue;
    const wrong =
      (percentKeys.test(key) && (value < 0 || value > 100)) ||
      (shareKeys.test(key) && (value < 0 || value > 100)) ||
      (positiveKeys.test(key) && value < 0) ||
      (/^lat(?:itude)?$/.test(key) && Math.abs(value) > 90) ||
      (/^(?:lon|lng|longitude)$/.test(key) && Math.abs(value) > 180);
    if (wrong) return `${key} cannot be ${value}.`;
  }
  const percent =
    /\b(?:humidity|chance of rain|battery|probability)\W{1,3}(?:of |is |at )?(\d{3,})\s?%/i.exec(visible);
  if (percent !== null && Number(percent[1]) > 100) return `${quote(percent[0])} is impossible.`;
  const heat = /(-?\d{2,4}(?:\.\d+)?)\s?°\s?C\b/.exec(visible);
  const hot = heat !== null && (Number(heat[1]) > 60 || Number(heat[1]) < -90);
  return hot && /weather|forecast|temperature/i.test(judged.tool) ? `${quote(heat[0])} is no weather.` : null;
}

const volatile =
  /time|date|stamp|duration|^id$|uuid|request|trace|token|cursor|nonce|seq|elapsed|took|age$|at$|url$|score|rank|cache/;

/** The same call gave another result before, with no change in between. */
export function contradiction({ judged, json, text }: Reading): string | null {
  for (const earlier of judged.earlier ?? []) {
    if (earlier.trim() === text) continue;
    const before = readJson(earlier);
    if (isObject(before) && isObject(json)) {
      const was = fieldsOf(before, 1).filter(({ key }) => !volatile.test(key));
      const now = fieldsOf(json, 1);
      const other = was.find(({ key, value }) =>
        now.some((field) => field.key === key && differs(value, field.value)),
      );
      if (other !== undefined)
        return `The same call gave another ${other.key} before: ${quote(String(other.value))}.`;
    } else if (json === undefined && before === undefined) {
      const [a, b] = [numbersIn(earlier), numbersIn(text)];
      const short = Math.max(earlier.length, text.length) < 160;
      if (short && a.length === 1 && b.length === 1 && a[0] !== b[0]) {
        return `The same call gave another number before: ${String(a[0])}.`;
      }
    }
  }
  return null;
}

function differs(a: Field['value'], b: Field['value']): boolean {
  return String(a).trim().toLowerCase() !== String(b).trim().toLowerCase();
}
