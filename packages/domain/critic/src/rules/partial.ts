import { isObject, type Reading } from '../reading/read-result.ts';
import { quote } from '../reading/read-values.ts';

const markers =
  /[[(<]\s*(?:output |response |content |text )?(?:was )?(?:truncated|cut off|clipped|omitted)[^\])>]{0,60}[\])>]|(?:\.\.\.|…)\s*(?:and )?\d+ more\b|\b(?:output|response|results?|content) (?:was |were |has been |is )?(?:truncated|cut off|incomplete)\b|\bpartial (?:results?|response|data|content)\b|\bonly (?:the )?first \d+ (?:\w+ )?(?:are |were )?(?:shown|returned|loaded)\b|--\s*more\s*--|\b\d+ (?:sources?|shards?|pages?) (?:failed|timed out|unavailable|could not be (?:read|loaded|reached))\b/i;

/** Markers, fields and ends that say: there is more that did not come. */
export function partial(reading: Reading): string | null {
  const { text, visible, argWords } = reading;
  const marker = markers.exec(visible);
  if (marker !== null && !/truncat|partial/.test(argWords)) return `A part is missing: ${quote(marker[0])}.`;
  return (
    partialField(reading) ??
    showing(reading) ??
    brokenEnd(text, reading) ??
    openEnd(visible) ??
    roundEnd(text)
  );
}

function partialField({ objects, args }: Reading): string | null {
  const limited = args.some(({ key }) =>
    /^(?:limit|page|pagesize|count|max\w*|top|n|cursor|offset)$/.test(key),
  );
  for (const object of objects.slice(0, 1)) {
    for (const key of [
      'partial',
      'truncated',
      'incomplete',
      'is_partial',
      'isPartial',
      'timed_out',
      'timedOut',
    ]) {
      if (object[key] === true) return `A part is missing: the result says ${key}.`;
    }
    const more = object['has_more'] === true || object['hasMore'] === true;
    if (more && !limited) return 'A part is missing: the result says that there is more.';
  }
  return null;
}

function showing({ visible, args }: Reading): string | null {
  const found =
    /\b(?:showing|displaying|returned|page)\s+(?:1\s*[-–]\s*)?(\d+)\s+(?:out )?of\s+(\d[\d,]*)/i.exec(
      visible,
    );
  if (found === null) return null;
  const shown = Number(found[1]);
  const all = Number(found[2]?.replaceAll(',', ''));
  const asked = args.some(({ value }) => Number(value) === shown);
  return shown < all && !asked ? `A part is missing: ${quote(found[0])}.` : null;
}

/** Brackets that never close, strings and fences that never end. */
function brokenEnd(text: string, { json }: Reading): string | null {
  const fences = text.match(/^```/gm)?.length ?? 0;
  if (fences % 2 === 1) return 'A part is missing: a block of code never ends.';
  if (json !== undefined || !/^(?:\{\s*"|\[\s*[{["\d])/.test(text)) return null;
  return /[}\]]$/.test(text) && balanced(text) ? null : 'A part is missing: the JSON never ends.';
}

function balanced(text: string): boolean {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '');
  return bare.split(/[{[]/).length === bare.split(/[}\]]/).length;
}

const needsMore =
  /\s(?:the|an?|of|and|or|with|for|from|every|which|der|die|das|und|mit|für|les?|des?|du|et|los|las|dos|das|il|gli|della|ed)$/i;

/** Prose whose last word calls for another one. */
function openEnd(visible: string): string | null {
  return visible.length >= 40 && needsMore.test(visible) && !visible.includes('\n')
    ? `A part is missing: the text ends with ${quote(visible.slice(-40))}.`
    : null;
}

/** A length that programs cut at, and an end in the middle of a sentence. */
function roundEnd(text: string): string | null {
  const cut = [256, 500, 512, 1_000, 1_024, 2_000, 2_048, 4_000, 4_096, 8_000, 8_192, 10_000, 16_384, 32_768];
  return cut.includes(text.length) && /[\p{L},;:-]$/u.test(text)
    ? `A part is missing: the text ends in mid-sentence after ${text.length} characters.`
    : null;
}

const countWords: Readonly<Record<string, number>> = {
  no: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
const announced =
  /\b(?:(\d{1,4})|(no|one|two|three|four|five|six|seven|eight|nine|ten)) (?:\w+ ){0,2}?(?:results?|items?|entries|entry|matches|match|hits?|records?|events?|messages?|files?|tasks?|reminders?|notes?|contacts?|meetings?|flights?|orders?|products?|users?)\b/i;

/** A number announced and another number listed. */
export function counts(reading: Reading): string | null {
  return countField(reading) ?? countText(reading);
}

function countField({ objects }: Reading): string | null {
  const [object] = objects;
  if (object === undefined) return null;
  const lists = Object.values(object).filter(Array.isArray);
  const said = ['count', 'n', 'returned', 'num_results', 'numResults', 'result_count', 'size']
    .map((key) => object[key])
    .find((value) => typeof value === 'number');
  const total = ['total', 'total_count', 'totalCount', 'total_results', 'totalResults']
    .map((key) => object[key])
    .find((value) => typeof value === 'number');
  const [list] = lists;
  if (lists.length !== 1 || list === undefined) return null;
  const numeric = list.some((item) => typeof item === 'number' || (isObject(item) && hasAmount(item)));
  if (typeof said === 'number' && said !== list.length)
    return `${said} are announced and ${list.length} listed.`;
  // A total beside amounts is a sum, and more than is listed may stand on other pages.
  if (typeof total === 'number' && Number.isInteger(total) && total < list.length && !numeric) {
    return `${total} are announced and ${list.length} listed.`;
  }
  return null;
}

function hasAmount(item: Readonly<Record<string, unknown>>): boolean {
  return Object.values(item).some((value) => typeof value === 'number');
}

function countText({ visible, json }: Reading): string | null {
  if (json !== undefined) return null;
  const lines = visible.split('\n');
  const at = lines.findIndex((line) => line.trim() !== '');
  const head = announced.exec(lines[at] ?? '');
  if (head === null) return null;
  const said = head[1] === undefined ? (countWords[(head[2] ?? '').toLowerCase()] ?? 0) : Number(head[1]);
  const rest = lines.slice(at + 1);
  const bullets = rest.filter((line) => /^(?:[-*•–]|\d{1,3}[.)])\s+\S/.test(line)).length;
  const more = /\b(?:and )?(\d+) more\b/i.exec(visible);
  const listed = bullets + (more === null ? 0 : Number(more[1]));
  // "the 3 nearest of 10": which number is meant is not for a rule to say.
  if (bullets === 0 || /\bof\b|\btop\b|\bfirst\b|\bpage\b/i.test(lines[at] ?? '')) return null;
  return said === listed ? null : `${said} are announced and ${listed} listed.`;
}

/** The same entry over and over. */
export function duplicates({ json, objects, visible }: Reading): string | null {
  const list = Array.isArray(json) ? json : Object.values(objects[0] ?? {}).find(Array.isArray);
  const items =
    list?.map((item) => JSON.stringify(item)) ?? visible.split('\n').filter((line) => /^[-*•]\s/.test(line));
  const entries = items.filter((item) => item.length > 12);
  const most = Math.max(0, ...[...Map.groupBy(entries, (item) => item).values()].map(({ length }) => length));
  return most >= 3 ? `The same entry stands there ${most} times.` : null;
}
