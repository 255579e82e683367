import type { Shapes } from '../../api/routes.gen.ts';

/** Fields that are shown elsewhere, or say nothing to people. */
const elsewhere = new Set([
  'kind',
  'text',
  'at',
  'trust',
  'reply',
  'reply_trust',
  'sources',
  'thread_id',
  'turn_id',
  'half',
  'start',
  'end',
  'grounds',
  'times',
  'statements',
  'sections',
  'refused',
]);

/** The other fields of an item that have a value, with names as people read them. */
export function detailsOf(item: Shapes['KeptItem']): (readonly [name: string, value: unknown])[] {
  return Object.entries(item)
    .filter(([name, value]) => !elsewhere.has(name) && isSaid(value))
    .map(([name, value]) => [name.replaceAll('_', ' '), value] as const);
}

function isSaid(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || Object.values(value).some(isSaid);
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A value in words: a time with its day, a share with two digits, a list with commas, an object by its fields. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string')
    return instant.test(value)
      ? new Date(value).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
      : value;
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toFixed(2);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(shownValue).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .filter(([, part]) => isSaid(part))
      .map(([name, part]) => `${name.replaceAll('_', ' ')}: ${shownValue(part)}`)
      .join('; ');
  return '';
}
