import { type Field, fieldsOf, isObject, plainKey, type Reading } from '../reading/read-result.ts';
import { daysIn, plainWords } from '@salience/language';
import { hasWords, numbersIn, quote } from '../reading/read-values.ts';

/** Keys whose value a result repeats about itself; what they name elsewhere is no echo of the argument. */
const notEchoed =
  /^(?:query|q|text|message|content|body|prompt|question|search|topic|subject|title|description|note|notes|status|state|type|kind|format|action|operation|mode|lang|language|sort|order|orderby|limit|page|offset|max\w*|min\w*|from|to|start|end|since|until|value|input|values|expression|unit|units|layers?|fields?|include\w*)$/;

/** The result says of itself that it answers another question: another city, day, id or currency. */
export function honoured(reading: Reading): string | null {
  const { json, args } = reading;
  const asked = args.filter(({ key, value }) => !notEchoed.test(key) && String(value).trim() !== '');
  if (isObject(json)) {
    const wrong = contradicted(asked, fieldsOf(json, 1));
    if (wrong !== null) return wrong;
  }
  return limitKept(reading) ?? itemsMatch(reading, asked) ?? writtenOtherwise(reading);
}

function contradicted(asked: readonly Field[], fields: readonly Field[]): string | null {
  for (const { key, value } of asked) {
    const said = fields.filter((field) => field.key === key);
    if (said.length > 0 && !said.some((field) => sameValue(value, field.value))) {
      return `Asked for ${key} ${quote(String(value))}, got ${quote(String(said[0]?.value))}.`;
    }
  }
  return null;
}

function sameValue(asked: Field['value'], said: Field['value']): boolean {
  if (typeof asked === 'boolean' || typeof said === 'boolean') return String(asked) === String(said);
  const [a, b] = [String(asked), String(said)];
  const [dayA, dayB] = [daysIn(a)[0]?.day, daysIn(b)[0]?.day];
  if (dayA !== undefined && dayB !== undefined) return dayA === dayB;
  // A relative or differently written day cannot be compared without a calendar.
  if (dayA !== undefined || dayB !== undefined) return true;
  if (a.trim() !== '' && b.trim() !== '' && Number.isFinite(Number(a)) && Number.isFinite(Number(b))) {
    return Number(a) === Number(b);
  }
  const [one, other] = [plainWords(a), plainWords(b)];
  // "Oslo" and "Oslo, Norway" are one place; codes and names of one thing cannot be compared.
  return hasWords(one, other) || hasWords(other, one) || one.length <= 3 || other.length <= 3;
}

function limitKept({ json, objects, args }: Reading): string | null {
  const limit = args.find(
    ({ key, value }) => /^(?:limit|maxresults|top|topk|count|n)$/.test(key) && Number(value) > 0,
  );
  const list = Array.isArray(json) ? json : Object.values(objects[0] ?? {}).find(Array.isArray);
  if (limit === undefined || list === undefined || list.length <= Number(limit.value)) return null;
  return `At most ${limit.value} were asked for and ${list.length} came.`;
}

function itemsMatch({ json, objects }: Reading, asked: readonly Field[]): string | null {
  const list = Array.isArray(json) ? json : Object.values(objects[0] ?? {}).find(Array.isArray);
  const items = list?.filter(isObject) ?? [];
  for (const { key, value } of asked) {
    const own = items.map((item) => fieldsOf(item, 1).find((field) => field.key === key));
    const wrong = own.filter((field) => field !== undefined && !sameValue(value, field.value));
    if (wrong.length > 0 && wrong.length * 2 > own.length) {
      return `Asked for ${key} ${quote(String(value))}, most entries have another, such as ${quote(String(wrong[0]?.value))}.`;
    }
  }
  return null;
}

const placeKeys = /^(?:city|location|place|town|country|region|airport|station|destination|origin|address)$/;
const namedPlace = /\b(?:in|for|at|near|from|to)\s+((?:\p{Lu}[\p{L}'-]+)(?:\s+\p{Lu}[\p{L}'-]+){0,2})/gu;
const dayKeys = /^(?:date|day|on|when|duedate|departuredate|arrivaldate|checkin|startdate)$/;
const notPlaces =
  /^(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Today|Tomorrow|The|Your|GMT|UTC|CET|CEST)\b/;

/** In words: another place or day than requested, and never the requested one. */
function writtenOtherwise({ visible, words, json, args }: Reading): string | null {
  if (json !== undefined || visible.length > 4_000) return null;
  for (const { key, value } of args) {
    if (typeof value !== 'string') continue;
    if (placeKeys.test(key) && !mentions(words, value)) {
      const other = Array.from(visible.matchAll(namedPlace), ([, name = '']) => name).find(
        (name) =>
          !notPlaces.test(name) &&
          !hasWords(plainWords(args.map((arg) => String(arg.value)).join(' ')), plainWords(name)),
      );
      if (other !== undefined) return `Asked for ${key} ${quote(value)}, got ${quote(other)}.`;
    }
    const asked = daysIn(value)[0]?.day;
    const said = daysIn(visible).map(({ day }) => day);
    if (dayKeys.test(key) && asked !== undefined && said.length > 0 && !said.includes(asked)) {
      return `Asked for ${asked}, got ${said[0] ?? ''}.`;
    }
  }
  return null;
}

/** All words of a value, or the first part of one such as "Oslo, Norway". */
function mentions(words: string, value: string): boolean {
  const [first = ''] = value.split(/[,(/]/);
  return hasWords(words, plainWords(value)) || hasWords(words, plainWords(first));
}

/**
 * A text of some length that names nothing of what was asked: no name, no number, no day, and none of the longer words either. A
 * place is not looked for: who asks for the weather of one gets it without its name.
 */
export function mentioned({ judged, visible, words, args }: Reading): string | null {
  if (judged.tier !== 'observe' || words.split(' ').length < 14) return null;
  const asked = args
    .filter(({ key }) => !isSwitch(key) && !placeKeys.test(key))
    .map(({ value }) => String(value));
  const named = asked.flatMap(entitiesIn);
  if (named.length === 0) return null;
  const days = daysIn(visible).map(({ day }) => day);
  const numbers = new Set(numbersIn(visible));
  const found = named.some(
    (entity) => hasWords(words, plainWords(entity)) || days.includes(entity) || numbers.has(Number(entity)),
  );
  const stems = plainWords(asked.join(' '))
    .split(' ')
    .filter((word) => word.length >= 4 && !/\d/.test(word) && !questionWord.test(word))
    // Without its ending, so that an inflected word still counts.
    .map((word) => (word.length >= 6 ? word.slice(0, -2) : word));
  if (found || stems.some((stem) => ` ${words}`.includes(` ${stem}`))) return null;
  return `Nothing of what was asked for is mentioned: ${quote(named.join(', '))}.`;
}

function isSwitch(key: string): boolean {
  return /^(?:limit|max\w*|page|offset|unit|units|format|lang|language|type|kind|action|mode|layers?|sort|order|url|path|file|timezone)$/.test(
    key,
  );
}

/** Names (capitalised, not first of a sentence unless alone), quoted words, days, identifiers. */
function entitiesIn(value: string): string[] {
  const days = daysIn(value).map(({ day }) => day);
  if (days.length > 0) return days;
  const quoted = Array.from(value.matchAll(/["“«]([^"”»]{2,60})["”»]/g), ([, text = '']) => text);
  const ids = value.match(/\b[A-Za-z]{0,6}[-_]?\d{3,}\b|\b[\w.+-]+@[\w-]+\.\w+\b/g) ?? [];
  const all = value.trim().split(/\s+/);
  const names = all
    .filter((word, index) => /^\p{Lu}[\p{L}'’-]{2,}/u.test(word) && (index > 0 || all.length <= 3))
    .filter((word) => !questionWord.test(word));
  return [...quoted, ...ids, ...names.map((word) => word.replace(/(?:['’]s)?[^\p{L}\p{N}]*$/u, ''))];
}

const questionWord =
  /^(?:What|When|Where|Who|Whose|Which|How|Why|Find|List|Show|Give|Tell|Search|The|And|For)$/i;

const metric = /°\s?C\b|\b(?:celsius|km\/h|kilomet(?:er|re)s?|km|kg|kilograms?|cm|mm|m\/s)\b/i;
const imperial = /°\s?F\b|\b(?:fahrenheit|mph|miles?|lbs?|pounds?|feet|ft|inches|ounces)\b/i;
const currencies: readonly (readonly [string, RegExp])[] = [
  ['EUR', /€|\bEUR\b|\beuros?\b/i],
  ['USD', /(?<![A-Z])(?:US)?\$|\bUSD\b|\bdollars?\b/i],
  ['GBP', /£|\bGBP\b|\bpounds? sterling\b/i],
  ['JPY', /¥|\bJPY\b|\byen\b/i],
  ['CHF', /\bCHF\b|\bfrancs?\b/i],
];

/** Another unit or currency than requested, and never the requested one. */
export function units({ judged, visible, args }: Reading): string | null {
  const asked = (pattern: RegExp): string | undefined => {
    const found = args.find(({ key, value }) => pattern.test(key) && typeof value === 'string');
    return found === undefined ? undefined : String(found.value);
  };
  const unit = asked(/^(?:units?|temperatureunit|unitsystem|measurement|system)$/);
  const [isMetric, isImperial] = [metric.test(visible), imperial.test(visible)];
  if (
    unit !== undefined &&
    /^(?:metric|c|celsius|si|km|kg|kilomet(?:er|re)s?)$/i.test(unit) &&
    isImperial &&
    !isMetric
  ) {
    return `Asked for ${quote(unit)}, got ${quote(imperial.exec(visible)?.[0] ?? '')}.`;
  }
  if (
    unit !== undefined &&
    /^(?:imperial|f|fahrenheit|us|miles?|lbs?|pounds?)$/i.test(unit) &&
    isMetric &&
    !isImperial
  ) {
    return `Asked for ${quote(unit)}, got ${quote(metric.exec(visible)?.[0] ?? '')}.`;
  }
  const currency = asked(/^(?:currency|tocurrency|targetcurrency)$/)?.toUpperCase();
  const wanted = currencies.find(([code]) => code === currency);
  if (wanted === undefined || wanted[1].test(visible)) return null;
  const other = currencies.find(([, sign]) => sign.test(visible));
  return other === undefined || judged.tier === 'organise'
    ? null
    : `Asked for ${wanted[0]}, got ${other[0]}.`;
}

const nowWords =
  /\b(?:now|today|current(?:ly)?|latest|live|right now|this (?:week|morning|evening)|heute|jetzt|aktuell|aujourd hui|hoy|ahora|hoje|agora|oggi|adesso)\b/;
const stamped =
  /\b(?:as of|(?:last )?updated(?: at| on)?|generated(?: at| on)?|cached(?: at| on)?|retrieved(?: at| on)?|observed(?: at| on)?|data from|snapshot(?: of| from)?|timestamp)\W{0,4}((?:\S+\s?){1,4})/gi;
const stampKeys =
  /^(?:asof|updatedat|lastupdated?|timestamp|retrievedat|observedat|generatedat|cachedat|fetchedat)$/;
const liveTools = /weather|price|quote|stock|rate|status|traffic|news|score|forecast/i;

/** Asked for the present and got the past, by the result's own stamp; more than two days count. */
export function stale({ judged, visible, argWords, objects }: Reading): string | null {
  const { now, tool } = judged;
  if (objects[0]?.['stale'] === true) return 'The result says of itself that it is stale.';
  if (now === undefined || !(nowWords.test(argWords) || liveTools.test(tool))) return null;
  // Who asks for a day of the past wants the past.
  const askedDay = daysIn(Object.values(judged.args).join(' '))[0]?.day;
  if (askedDay !== undefined && Date.parse(askedDay) < now.getTime() - 2 * 86_400_000) return null;
  const fields = objects
    .slice(0, 2)
    .flatMap((object) =>
      Object.entries(object).flatMap(([key, value]) =>
        stampKeys.test(plainKey(key)) ? [String(value)] : [],
      ),
    );
  const texts = Array.from(visible.matchAll(stamped), ([, text = '']) => text);
  const days = [...fields, ...texts].flatMap(daysIn).filter(({ real }) => real);
  const old = days.find(({ day }) => Date.parse(day) < now.getTime() - 3 * 86_400_000);
  return old === undefined ? null : `Asked for the present, got the state of ${old.day}.`;
}
