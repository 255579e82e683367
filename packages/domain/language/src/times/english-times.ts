import { englishMonths, englishWeekdays } from '../languages/calendar.ts';
import { countsOf, oneOf, setOf, type TimeTable } from './time-table.ts';

/** English. */
export const englishTimes: TimeTable = {
  code: 'en',
  months: englishMonths,
  doubtful: 'may|mar(?:ch)?|apr(?:il)?|jan|june?|aug(?:ust)?|dec|sep',
  monthAfter:
    'in|since|until|till|during|of|last|this|next|early|mid|late|by|before|after|from|through|around|for',
  weekdays: englishWeekdays,
  afterDay: '(?:st|nd|rd|th)?\\s+(?:of\\s+)?',
  beforeYear: '(?:\\s+of)?\\s*,?\\s*',
  monthFirst: true,
  yearAfter: 'in|since|until|till|during|of|year|before|after|from',
  yearAlone: false,
  figures: '',
  units: {
    day: 'days?|night',
    weekend: 'weekends?',
    week: 'weeks?',
    month: 'months?',
    year: 'years?',
  },
  counts: countsOf('one two three four five six seven eight nine ten eleven twelve', { a: 1, an: 1 }),
  ago: { before: '', after: 'ago|back|earlier' },
  within: { before: 'in|within', after: 'from now' },
  last: { before: 'last|past|previous', after: '' },
  next: { before: 'next|coming|upcoming|following', after: '' },
  current: { before: 'this', after: '' },
  named: [
    ['day before yesterday', -2],
    ['day after tomorrow', 2],
    ['yesterday', -1],
    ['last night', -1],
    ['tomorrow', 1],
    ['today|tonight|this morning|this afternoon|this evening', 0],
  ],
  tense: {
    asks: /^(?:(?:at|by|for|from|in|of|on|to|with)\s+)?(?:who|whom|whose|what|which|when|where|why|how|do|does|did|is|are|was|were|am|had|has|have|can|could|tell|show|remind|list|recall|search|look|find)(?!\p{L})/u,
    opens: setOf('that what who whom whose which when where why how if whether because although while'),
    past: oneOf('did didn was wasn were weren had hadn'),
    weakPast:
      /^(?!(?:need|feed|speed|seed|indeed|hundred|exceed|proceed|succeed|breed|weed|naked|sacred|shared|embed)$)(?:\p{L}{2,}ed|used|went|ate|bought|said|told|saw|met|made|took|came|got|gave|found|thought|knew|felt|left|kept|began|brought|wrote|sat|stood|heard|ran|held|paid|spoke|led|grew|lost|fell|sent|built|understood|drew|broke|spent|drove|wore|chose|sang|slept|won|taught|caught|drank|flew|forgot|sold|swam|threw|rode|shot|rang|rose|stole|hid|bit|woke|froze|swore|tore|fought|sought|meant|dealt|learnt|dreamt|spelt|burnt|hung|stuck|struck|shook|became|lent|bent|fed|bred|fled|lit|dug|wept|crept|swept|blew|showed|lay|laid)$/u,
    have: setOf('have has haven hasn ve'),
    be: new Set(),
    participle:
      /^(?!got$)(?:\p{L}{2,}ed|been|eaten|bought|said|told|seen|met|made|taken|come|given|found|thought|known|felt|left|kept|begun|brought|written|heard|run|held|paid|spoken|led|grown|lost|fallen|sent|built|drawn|broken|spent|driven|worn|chosen|sung|slept|won|taught|caught|drunk|flown|forgotten|sold|swum|thrown|ridden|gone|done|had|read|put|set|become|shown)$/u,
    moved: /^$/u,
    reflexive: new Set(),
    between: setOf(
      'i you he she it we they not t ever never already just also always often only really anybody anyone somebody someone my your our his her their mother father mum dad sister brother wife husband',
    ),
    ahead: oneOf('will ll would shall should could can may might must gonna going please want wish let'),
    present: oneOf('is isn are aren am re m do don does doesn have haven has hasn ve need'),
    arranged: oneOf(
      'plan(?:ned|ning)? schedul(?:e|ed|ing) arrang(?:e|ed|ing) agreed? intend(?:ed)? wanted promised? supposed booked reserved',
    ),
    still: oneOf('still now currently yet anymore nowadays'),
    edge: 'since|until|till|before|after|by|starting(?: in| on)?|as from',
    about: '(?<!as )of|for|about|from|regarding|concerning|to',
    marks: setOf(
      'the a an i you he she we they it my your our his her is are was were do does did have has had what who where when which why how in on at of to for with and or not me us there this that tell show any will would can could should',
    ),
  },
};
