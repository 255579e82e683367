export { namesPlace, sameClock, zoneOfPlace } from './clock/zone-of-place.ts';
export { localDayOf } from './clock/day-start.ts';
export { dayIn, localDay, localTime, localZone } from './clock/local-time.ts';
export type { Moment } from './clock/moment.ts';
export { isQuietAt, type QuietHours, quietUntil } from './clock/quiet-hours.ts';
export { instantIn, instantOfWall, offsetTime, wallClock } from './clock/wall-clock.ts';
export { type DateParts, datesIn, dayParts, weekdayOf } from './dates/said-dates.ts';
export { daysIn } from './dates/written-days.ts';
export { monthNames, weekdayNames } from './languages/calendar.ts';
export { type LanguageCode, languageCodes } from './languages/codes.ts';
export { commonWord, detectLanguage, languages } from './languages/detect-language.ts';
export { type Lexicon, lexicons } from './languages/lexicons.ts';
export {
  type Gender,
  type Owner,
  ownerOf,
  type Relation,
  relationOf,
  tellsOfMore,
} from './names/relation-words.ts';
export { nameKey, nameWords, sameName, singular } from './names/same-name.ts';
export { areNested, areSpelledAlike, haveSameNumbers } from './names/spelled-alike.ts';
export { clockInDigits } from './numbers/clock-words.ts';
export { numbersIn, type SaidNumber } from './numbers/said-numbers.ts';
export { countSentences, sentencesOf } from './sentences/sentences.ts';
export { splitSentences } from './sentences/split-sentences.ts';
export { capText, cleanText } from './text/clean-text.ts';
export { pastAskedAbout, timeAskedAbout, timeSpokenOf } from './times/ask-past.ts';
export type { TimeSpan } from './times/find-times.ts';
export { saysChange, withoutChange } from './times/moved-to.ts';
export { hasTimeExpression } from './times/time-cues.ts';
export { isCompoundOf, isSameName, isSameWord } from './words/forms.ts';
export { isFunctionWord, isSmallWord } from './words/function-words.ts';
export { contentStems } from './words/meaning-stems.ts';
export { memo, once } from './words/memo.ts';
export { plainWords, splitWords, tokenise } from './words/split-words.ts';
export { keywordStem, stemOf, stemsOf, topicStem } from './words/stems.ts';
export { type Reading, readTokens, type Token } from './words/tokens.ts';
export { saidKey, wordsOf } from './words/words-of.ts';
