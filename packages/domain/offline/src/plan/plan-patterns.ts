import { offsetTime, findInstant, type Moment } from '@salience/language';

/** A call that a part of a message asks for. */
export interface WantedCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

type Reading = Readonly<Record<string, unknown>> | undefined;
type Read = (match: RegExpExecArray, said: string, moment: Moment) => Reading;
type Pattern = readonly [tool: string, pattern: RegExp, read: Read];

const listed = '(?:my|the|our|your|that|this)?\\s*(?:(.*?)\\s+)?list';
const on = `(?:on|in|from|off(?:\\s+of)?|out\\s+of)\\s+${listed}`;
const list = (source: string, action: string, read?: (match: RegExpExecArray) => object): Pattern => [
  'list',
  new RegExp(`^${source}$`, 'is'),
  (match) => ({ action, ...(read?.(match) ?? named(match[1])) }),
];
const items = (itemsAt: number, listAt: number) => (match: RegExpExecArray) => ({
  ...named(match[listAt]),
  items: splitItems(match[itemsAt] ?? ''),
});

/** What each part of a message may ask of the skills, the first that fits. They read English. */
const patterns: readonly Pattern[] = [
  ['schedule', /^remind\s+me\b[\s,:]*(.*)$/is, ([, body = ''], _said, moment) => reminder(body, moment)],
  [
    'schedule',
    /^(?:set|create|make|add|schedule|give\s+me)\s+(?:me\s+|up\s+)?(?:a|an|another)\s+(?:reminder|alarm)\b[\s,:]*(.*)$/is,
    ([, body = ''], _said, moment) => reminder(body, moment),
  ],
  [
    'schedule',
    /^don['’]t\s+let\s+me\s+forget\b\s*(.*)$/is,
    ([, body = ''], _said, moment) => reminder(body, moment),
  ],
  [
    'schedule',
    /^(.{2,60}?),?\s+remind\s+me\b[\s,:]*(.*)$/is,
    ([, time = '', body = ''], _said, moment) =>
      findInstant(time, moment)?.rest === '' ? reminder(`${time} ${body}`, moment) : undefined,
  ],
  [
    'schedule',
    /^(?:cancel|delete|remove|drop|clear)\s+(?:my|the|that|this)?\s*(?:(.+?)\s+)?reminder(?:\s+(?:about|to|for|of|that|called|named|with))?(?:\s+(.+))?$/is,
    ([, before = '', after = '']) => {
      const reminderText = unquote(after || before).replace(/^(?:the|my|a|an)\s+/i, '');
      return { action: 'cancel', ...(reminderText === '' ? {} : { reminder: reminderText }) };
    },
  ],
  [
    'schedule',
    /^(?:what|which|show|list|tell\s+me|do\s+i\s+have|have\s+i|are\s+there|any|give\s+me)\b.{0,40}\breminders?\b(?:.{0,30})$/is,
    () => ({ action: 'list' }),
  ],
  list(`(?:add|put|append|include|write)\\s+(.+)\\s+(?:to|on|onto|in|into)\\s+${listed}`, 'add', items(1, 2)),
  list(`mark\\s+(.+?)\\s+as\\s+not\\s+(?:done|bought|finished)(?:\\s+${on})?`, 'uncheck', items(1, 2)),
  list(`(?:uncheck|untick)\\s+(.+?)(?:\\s+${on})?`, 'uncheck', items(1, 2)),
  list(`(?:check|tick|cross)\\s+off\\s+(.+?)(?:\\s+${on})?`, 'check', items(1, 2)),
  list(`(?:check|tick|cross)\\s+(.+?)\\s+off(?:\\s+(?:of\\s+)?${listed})?`, 'check', items(1, 2)),
  list(`(?:check|tick)\\s+(.+?)\\s+${on}`, 'check', items(1, 2)),
  list(`mark\\s+(.+?)\\s+(?:as\\s+)?(?:done|completed?|finished|bought)(?:\\s+${on})?`, 'check', items(1, 2)),
  list(`(?:remove|delete|take|drop|strike)\\s+(.+)\\s+${on}`, 'remove', items(1, 2)),
  list(
    '(?:what|which|show(?:\\s+me)?|list|see)\\s+(?:all\\s+)?(?:of\\s+)?(?:my\\s+|the\\s+)?lists(?:\\s+(?:do\\s+i\\s+have|are\\s+there|have\\s+i\\s+got))?',
    'list_all',
    () => ({}),
  ),
  list(
    `(?:what(?:['’]s|\\s+is|\\s+do\\s+i\\s+have|\\s+have\\s+i\\s+got)\\s+on|show(?:\\s+me)?|read(?:\\s+me)?(?:\\s+out)?|view|see|open|display|tell\\s+me\\s+what(?:['’]s|\\s+is)\\s+on)\\s+(?:what(?:['’]s|\\s+is)\\s+on\\s+)?${listed}`,
    'view',
  ),
  list(
    '(?:create|make|start|begin)\\s+(?:me\\s+)?(?:a|an|the|my)\\s+(?:new\\s+)?(?:(.*?)\\s+)?list(?:\\s+(?:called|named|for)\\s+(.+?))?(?:\\s+(?:with|containing)\\s+(.+))?',
    'create',
    (match) => ({
      ...named(match[2] ?? match[1]),
      ...(match[3] === undefined ? {} : { items: splitItems(match[3]) }),
    }),
  ),
  list(`(?:clear|empty|wipe)(?:\\s+out)?\\s+${listed}`, 'clear'),
  list(`(?:delete|remove|get\\s+rid\\s+of|throw\\s+away)\\s+${listed}`, 'delete'),
  [
    'focus',
    /^(?:stop|end)\s+(?:focuss?ing|(?:my\s+|the\s+)?focus)\b.*$|^(?:clear|drop|remove|forget)\s+(?:my|the)\s+focus$|^unfocus$/is,
    () => ({ action: 'clear' }),
  ],
  [
    'focus',
    /^what(?:['’]s|\s+is)\s+(?:my|the|our)(?:\s+current)?\s+focus\b.*$|^what\s+(?:am\s+i|are\s+we)\s+(?:currently\s+)?(?:focuss?ing|focuss?ed|working)\s+on\b.*$|^(?:check|show)\s+(?:me\s+)?my\s+focus$|^do\s+i\s+have\s+a\s+focus\b.*$/is,
    () => ({ action: 'check' }),
  ],
  [
    'focus',
    /^(?:let['’]?s\s+|let\s+us\s+|help\s+me\s+|i\s+(?:want|need)\s+to\s+|keep\s+me\s+)?(?:focus|focused|concentrate)\s+on\s+(.+)$|^(?:set|change)\s+(?:my\s+|the\s+)?focus\s+(?:to|on)\s+(.+)$/is,
    (match) => ({ action: 'set', on: unquote(match[1] ?? match[2] ?? '') }),
  ],
  [
    'introspect',
    /^how\s+are\s+you(?:\s+(?:doing|feeling|today|lately|now|these\s+days))*$|^how(?:\s+have|['’]ve)\s+you\s+been(?:\s+\w+)?$|^what\s+have\s+you\s+been\s+(?:doing|up\s+to)\b.{0,40}$|^what\s+(?:did\s+you|are\s+you)\s+do(?:ing)?(?:\s+(?:lately|today|recently|right\s+now|now))?$|^explain\s+(?:your|the)\s+(?:\w+\s+)?(?:decision|choice|answer|action|reply)s?\b.{0,40}$|^why\s+did(?:n['’]t)?\s+you\s+\w.*$|^introspect\b.{0,20}$/is,
    () => ({}),
  ],
  [
    'autobiography',
    /^(?:show|read|tell|give|open|display)(?:\s+(?:to\s+)?me)?(?:\s+what(?:['’]s|\s+is)\s+in)?\s+(?:my|the|your)\s+(?:autobiography|biography|life\s+story)(?:\s+of\s+me)?$|^what\s+(?:is|does|do|have\s+you\s+written)\s+(?:in\s+|down\s+in\s+)?my\s+(?:auto)?biography(?:\s+say)?$/is,
    () => ({}),
  ],
  [
    'autobiography',
    /^(?:tell\s+me\s+)?what\s+(?:have\s+you|you(?:['’]ve|\s+have))\s+(?:learn(?:ed|t)|found\s+out|written(?:\s+down)?)\s+(?:so\s+far\s+)?about\s+(?:me|us)(?:\s+so\s+far)?$|^(?:tell\s+me\s+)?who\s+(?:we\s+are|are\s+we)(?:\s+to\s+each\s+other)?$/is,
    () => ({}),
  ],
  [
    'autobiography',
    /^what(?:['’]s|\s+is|\s+has|\s+was)?\s+(?:new|changed|different)\s+in\s+(?:my|your)\s+(?:auto)?biography$/is,
    () => ({ changes: true }),
  ],
  [
    'recall',
    /^(?:what\s+(?:all\s+|else\s+)?do\s+(?:you|we)\s+(?:know|remember|recall)(?:\s+so\s+far)?\s+(?:about|of)|do\s+you\s+(?:know|remember|recall)\s+(?:anything|something)\s+about|what\s+(?:have|did)\s+i\s+(?:said|say|told|tell)\s+(?:you\s+)?about|tell\s+me\s+(?:everything|what|all)\s+(?:that\s+)?you\s+(?:know|remember)\s+about|recall(?:\s+(?:everything|anything|all|what\s+i\s+said))?(?:\s+about)?|(?:search|look\s+through|look\s+in|check|go\s+through)\s+(?:through\s+|in\s+)?(?:your\s+|my\s+|the\s+)?(?:memory|memories|notes)\s+(?:for|about)|do\s+you\s+remember)\s+(.+)$/is,
    ([, query = '']) => ({ query: unquote(query) }),
  ],
  [
    'associate',
    /^what(?:['’]s|\s+is|\s+else\s+is)?\s+(?:all\s+)?(?:connected|associated|linked)\s+(?:with|to)\s+(.+)$|^(?:show|tell)\s+me\s+what\s+(?:is|belongs)\s+(?:connected|associated|linked|together)\s+(?:with|to)\s+(.+)$|^what\s+do\s+you\s+associate\s+with\s+(.+)$|^(?:what|who(?:m)?)\s+(?:does|do|did)\s+(.+?)\s+remind\s+you\s+of$|^what\s+comes\s+to\s+(?:your\s+)?mind\s+when\s+(?:you\s+(?:think\s+of|hear(?:\s+of)?)|i\s+(?:say|mention))\s+(.+)$/is,
    ([, ...found]) => ({ concept: unquote(found.find((name) => name !== undefined) ?? '') }),
  ],
  [
    'recall',
    /^(?:look\s+up|find|search\s+for|search)\s+(.+?)\s+in\s+(?:your|my|the)\s+(?:memory|memories|notes)$/is,
    ([, query = '']) => ({ query: unquote(query) }),
  ],
  [
    'memorize',
    /^(?:remember|note|memori[sz]e|keep\s+in\s+mind|bear\s+in\s+mind|don['’]t\s+forget|(?:make|take)\s+a\s+note|write\s+down|save\s+to\s+(?:your\s+)?memory)(?:\s+down)?(?:\s+for\s+me)?(?:\s*:|\s+that\b|\s+of\s+the\s+fact\s+that\b)?[\s,:]+(?!(?:when|to|me|how|what|who|where|why|whether|if|of)\b)(.+)$/is,
    ([, text = ''], said) => (said.endsWith('?') ? undefined : { text: text.trim() }),
  ],
];

const polite =
  /^(?:please|pls|hey|hi|hello|ok(?:ay)?|so|and|also|then|now|oh|yes|well|just|kindly|could\s+you|can\s+you|would\s+you|will\s+you|i(?:['’]d|\s+would)\s+like\s+you\s+to|i\s+(?:want|need)\s+you\s+to|go\s+ahead\s+and|there)\b[\s,!.]*/i;

/** A longer part orders nothing, except to remember it: it would only cost time. */
const longestPart = 400;

/** The one call that a part of a message asks for; undefined for everything else. */
export function readPart(part: string, moment: Moment): WantedCall | undefined {
  // One blank at most between two words: then no pattern finds many ways to share them out.
  const said = part.trim().replace(/\s+/g, ' ');
  const bare = withoutManners(said);
  if (bare === '') return undefined;
  for (const [tool, pattern, read] of patterns) {
    if (bare.length > longestPart && tool !== 'memorize') continue;
    const match = pattern.exec(bare);
    const found = match === null ? undefined : read(match, said, moment);
    if (found !== undefined) return { tool, arguments: found };
  }
  return undefined;
}

function withoutManners(said: string): string {
  let bare = said;
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replace(polite, '');
  }
  // "Ada, remind me": the name of whoever is spoken to.
  bare = bare.replace(/^\p{Lu}\p{L}{1,30},\s+(?=\p{L})/u, '');
  return bare.replace(/(?:[\s,]+(?:please|thanks|thank you|for me))?[\s.!?,;]*$/i, '');
}

function reminder(body: string, moment: Moment): Reading {
  // One reminder fires once; half of what was asked for would be worse than none.
  if (/\b(?:every|each|daily|weekly|monthly|hourly)\b/i.test(body)) return undefined;
  const found = findInstant(body, moment);
  if (found === undefined) return undefined;
  let text = found.rest;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(
      /^(?:to|about|of|that|for|at|on)\b[\s,:]*|^[\s,:]+|\s+(?:at|on|by|for|to)$|[\s,]+$/gi,
      '',
    );
  }
  return {
    action: 'create',
    text: unquote(text) || 'Reminder',
    due_at: offsetTime(found.at.getTime(), moment.zone),
  };
}

function named(name: string | undefined): { list: string } {
  const clean = unquote(name ?? '').replace(/^(?:my|the|our)\s+/i, '');
  // A list without a name is the one that is called just that; names are one whatever their case.
  return { list: clean === '' ? 'list' : clean.toLowerCase() };
}

function splitItems(text: string): string[] {
  return text
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*|\s*;\s*/i)
    .map((item) => unquote(item.replace(/^(?:(?:also|add|put|some|a|an|the)\s+)+/i, '')))
    .filter((item) => item !== '');
}

function unquote(text: string): string {
  return text.trim().replace(/^["“„'‘](.+)["”’']$/s, '$1');
}
