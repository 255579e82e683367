import { englishMonths, englishWeekdays } from '../languages/calendar.ts';

const monthNames = englishMonths.join('|');
const dayNames = englishWeekdays.join('|');
const counts = 'a|an|one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,3}';
const units = 'day|week|weekend|month|year';

// "may" and "march" are more often other words; alone they count only after a word that dates go with.
const monthAlone = new RegExp(
  `\\b(?:(?:in|since|until|during|of|last|early|mid|late|by)\\s+(${monthNames})|(${monthNames.replace('|may', '').replace('|mar(?:ch)?', '')}))\\b(?:\\s*,?\\s*(\\d{4}))?`,
  'iu',
);
const dayMonth = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${monthNames})\\b(?:\\s*,?\\s*(\\d{4}))?`,
  'iu',
);
const monthDay = new RegExp(
  `\\b(${monthNames})\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\d)(?:\\s*,?\\s*(\\d{4}))?`,
  'iu',
);
const isoDay = /\b(\d{4})-(\d{2})-(\d{2})\b/u;
const ago = new RegExp(`\\b(${counts})\\s+(${units})s?\\s+ago\\b`, 'iu');

const mentions = new RegExp(
  [
    monthAlone.source,
    dayMonth.source,
    monthDay.source,
    isoDay.source,
    ago.source,
    `\\b(?:last|next|this|past)\\s+(?:${units}|${dayNames}|night|few)`,
    `\\b(?:yesterday|today|tonight|tomorrow|recently|since|soon|${dayNames})\\b`,
    `\\b(?:${counts}|few|couple of)\\s+(?:minute|hour|${units}|decade)s?\\b`,
    '\\b(?:19|20)\\d{2}\\b',
    '\\b\\d{1,2}(?::\\d{2})?\\s*(?:am|pm)\\b',
  ].join('|'),
  'iu',
);

/** True for a text that says when something is, was or will be. English. */
export function hasTimeExpression(text: string): boolean {
  return mentions.test(text);
}
