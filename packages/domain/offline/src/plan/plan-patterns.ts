import type { ReadDue } from '@salience/due-times';
import type { Moment } from '@salience/language';
import { readForget } from './forget-patterns.ts';
import type { AskedOrder } from './asked-order.ts';
import { readBackground } from './background-orders.ts';
import { lacksItem } from './completed-order.ts';
import { withoutManners } from './manners.ts';
import { readSchedule } from './schedule-orders.ts';
import type { WantedCall } from './wanted-call.ts';

type Reading = Readonly<Record<string, unknown>> | undefined;
type Read = (match: RegExpExecArray, said: string) => Reading;
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
    'time_zone',
    /^(?:use|switch\s+to|set|change)\s+(?:(?:my|the)\s+(?:time\s*zone|clock)\s+to\s+)?(?!(?:my|the|your|this|that|less|more|some)\b)([\p{L}][\p{L}\p{M} .,'’/_-]{1,60}?)\s+(?:local\s+)?time(?:\s*zone)?(?:\s+from\s+now\s+on)?$|^(?:set|change)\s+my\s+(?:time\s*zone|clock)\s+to\s+([\p{L}][\p{L}\p{M} .,'’/_-]{1,60}?)$/isu,
    ([, place = '', other = '']) => ({ place: unquote(place || other) }),
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

/** A longer part orders nothing, except to remember it: it would only cost time. */
const longestPart = 400;

/** The one call that a part of a message asks for; undefined for everything else. */
export function readPart(part: string, moment: Moment, readDue: ReadDue): WantedCall | undefined {
  const said = oneBlank(part);
  const bare = withoutManners(said);
  if (bare === '' || lacksItem(bare)) return undefined;
  if (bare.length <= longestPart) {
    const background = readBackground(bare);
    if (background !== undefined) return background;
    const forget = readForget(bare, moment);
    if (forget !== undefined) return forget;
    const order = readSchedule(bare, moment, readDue);
    if (order !== undefined)
      return order.kind === 'call' ? { tool: 'schedule', arguments: order.arguments } : undefined;
  }
  for (const [tool, pattern, read] of patterns) {
    if (bare.length > longestPart && tool !== 'memorize') continue;
    const match = pattern.exec(bare);
    const found = match === null ? undefined : read(match, said);
    if (found !== undefined) return { tool, arguments: found };
  }
  return undefined;
}

/** The order in a part of a message whose time is to be asked; undefined where there is none. */
export function readAsk(part: string, moment: Moment, readDue: ReadDue): AskedOrder | undefined {
  const bare = withoutManners(oneBlank(part));
  const order = bare === '' || bare.length > longestPart ? undefined : readSchedule(bare, moment, readDue);
  return order?.kind === 'ask' ? order : undefined;
}

// One blank at most between two words: then no pattern finds many ways to share them out.
const oneBlank = (text: string): string => text.trim().replace(/\s+/g, ' ');

function named(name: string | undefined): { list: string } {
  const clean = unquote(name ?? '').replace(/^(?:my|the|our)\s+/i, '');
  // A list without a name is the one that is called just that; names are one whatever their case.
  return { list: clean === '' ? 'list' : clean.toLowerCase() };
}

/** The items that a text names, one after another, without what leads them. */
export function splitItems(text: string): string[] {
  return text
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*|\s*;\s*/i)
    .map((item) => unquote(item.replace(/^(?:(?:also|add|put|some|a|an|the)\s+)+/i, '')))
    .filter((item) => item !== '');
}

function unquote(text: string): string {
  return text.trim().replace(/^["“„'‘](.+)["”’']$/s, '$1');
}
