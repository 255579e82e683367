import type { Reading } from '../reading/read-result.ts';
import { hasWords, quote } from '../reading/read-values.ts';
import { plainWords } from '@salience/language';

/** An empty text. An empty list is a result; no text is none. */
export function empty({ judged, text, json }: Reading): string | null {
  if (judged.tier !== 'observe') return null;
  const nothing =
    /^(?:|null|undefined|nan|none|n\/a|""|''|\{\s*\}|\(empty\)|\(no output\)|<no content>)$/i.test(text);
  return nothing || json === null ? `Something was asked for and nothing came: ${quote(text)}.` : null;
}

/** The request comes back as the result, perhaps after a word or two. */
export function echo({ judged, words, args }: Reading): string | null {
  if (judged.tier !== 'observe' || words.length < 8) return null;
  const same = args.some(({ value }) => {
    const asked = typeof value === 'string' ? plainWords(value) : '';
    if (asked.length < 8 || !words.endsWith(asked)) return false;
    const before = words.slice(0, words.length - asked.length).trim();
    return (
      before === '' || /^(?:you asked|your (?:query|question)|query|question|searching for)$/.test(before)
    );
  });
  return same ? 'The result only repeats what was asked.' : null;
}

/** A program's placeholder where a value should be. */
export function placeholder({ visible, argWords }: Reading): string | null {
  const found =
    /\[object Object\]|\{\{\s*[\w.]+\s*\}\}|\$\{\s*[\w.]+\s*\}|%\([a-z_]+\)s|\blorem ipsum\b|<(?:insert|your)[ _-][\w -]{1,40}>|: (?:undefined|NaN)\b/i.exec(
      visible,
    );
  if (found === null || /template|placeholder|lorem|code|source/.test(argWords)) return null;
  return `A placeholder stands where a value should: ${quote(found[0])}.`;
}

/** Bytes read in the wrong encoding, or no text at all. */
export function garbled({ text }: Reading): string | null {
  const wrong = text.match(/\uFFFD|Ã[\u0080-\u00BF]|â€[\u0080-\u00BF™œ“”]|Â[\u00A0-\u00BF]/g)?.length ?? 0;
  const controls = text.match(/(?![\t\n\r])\p{Cc}/gu)?.length ?? 0;
  return wrong >= 3 || controls > Math.max(3, text.length / 50) ? 'The text is garbled or binary.' : null;
}

const brokenPage =
  /\b(?:404|403|401|500|502|503|504|not found|forbidden|access denied|bad gateway|service unavailable|server error|error|just a moment|attention required|sign in|log ?in|captcha|robot)\b/i;

/** A web page where data was requested, or an error page. */
export function htmlPage({ judged, text, html, visible, args }: Reading): string | null {
  if (!html) return null;
  const title = /<(?:title|h1)\b[^<>]{0,500}>([^<]{0,200})</i.exec(text)?.[1] ?? '';
  if (brokenPage.test(title)) return `A web page with an error came: ${quote(title)}.`;
  const wantsPage = args.some(
    ({ key, value }) => /^(?:url|uri|link|href|page)$/.test(key) || /^https?:/.test(String(value)),
  );
  if (wantsPage) return visible === '' ? 'The web page that came has no text.' : null;
  return judged.tier === 'observe' ? 'A web page came where data was asked for.' : null;
}

const walls =
  /\b(?:please (?:log|sign) in|(?:log|sign) in to (?:continue|view|see|read|access)|login required|authentication (?:is )?required|not authenticated|session (?:has )?expired|401 unauthorized|403 forbidden|access denied|invalid (?:api key|token|credentials)|verify (?:that )?you are (?:a )?human|complete the captcha|subscribe to (?:continue|read|unlock)|enable javascript|bitte melden sie sich an|veuillez vous (?:connecter|identifier)|inicie? sesi[oó]n para|accedi per (?:continuare|vedere)|fa[cç]a login para)\b/i;

/** A login or consent page instead of content. In long texts such words are content. */
export function authWall({ judged, visible, argWords }: Reading): string | null {
  if (visible.length > 700) return null;
  const found = walls.exec(visible);
  // Near the start these words are the page's own; further down the text may be about them.
  if (found === null || found.index > 160 || rememberedBy(judged.tool)) return null;
  return hasWords(argWords, found[0].toLowerCase())
    ? null
    : `A door came instead of a result: ${quote(found[0])}.`;
}

const errorStart =
  /^(?:\W{0,3})(?:(?:[a-z_]+\.)*[A-Za-z]*(?:Error|Exception)\b(?:\s*\[[^\]]*\])?:|error[: ]|fatal:|failed to |failure:|traceback \(most recent|panic:|unable to |could not |cannot |an (?:unexpected |internal )?error (?:has )?occurred|request failed|something went wrong|internal server error|bad request|rate limit|too many requests|timed? ?out\b|http[ /\d.]*(?:error )?[45]\d\d|(?:4\d\d|5\d\d) [A-Z][a-z]+|e(?:connrefused|connreset|timedout|notfound|acces|noent)\b|permission denied|command not found|segmentation fault)/i;
const errorAnywhere =
  /\b(?:ECONN(?:REFUSED|RESET)|ETIMEDOUT|ENOTFOUND|Traceback \(most recent call last\)|(?:command not found|No such file or directory|Permission denied)$)/m;

/** An error reported as a success, unless errors were requested. */
export function errorText(reading: Reading): string | null {
  const { judged, visible, argWords, objects } = reading;
  if (/\b(?:errors?|logs?|exceptions?|failures?|incidents?|traceback)\b/.test(argWords)) return null;
  for (const object of objects.slice(0, 1)) {
    const told = errorField(object);
    if (told !== null) return told;
  }
  if (rememberedBy(judged.tool)) return null;
  const found = errorStart.exec(visible) ?? (visible.length < 2_000 ? errorAnywhere.exec(visible) : null);
  return found === null
    ? null
    : `An error came as if it were a success: ${quote(visible.slice(found.index))}.`;
}

function errorField(object: Readonly<Record<string, unknown>>): string | null {
  const { error, errors, success, ok, status, code } = object;
  const told =
    (Array.isArray(errors) ? errors.length > 0 : Boolean(errors)) || (Boolean(error) && error !== 'none');
  const failed = success === false || ok === false || /^(?:error|failed|failure)$/i.test(String(status));
  const number = [status, object['statusCode'], object['status_code'], code].find(
    (value) => typeof value === 'number',
  );
  if (!told && !failed && !(typeof number === 'number' && number >= 400 && number < 600)) return null;
  return 'The result itself says that it failed.';
}

/** Somebody refused or had nothing, in words that a model or a service uses. */
export function notAnAnswer({ judged, visible }: Reading): string | null {
  if (visible.length > 500 || rememberedBy(judged.tool)) return null;
  const found =
    /^(?:\W{0,3})(?:(?:i'?m|i am) (?:sorry|unable|not able)|sorry,|i (?:can(?:no|')t|do(?:n't| not) have access)|as an ai\b|coming soon|not (?:yet )?implemented|no content available|this feature is)/i.exec(
      visible,
    );
  return found === null ? null : `No answer but an excuse came: ${quote(visible)}.`;
}

/** Texts written by people may say anything, even errors and login pages. */
function rememberedBy(tool: string): boolean {
  return /^(?:recall|list|focus|autobiography|associate|memory\w*|notes?\w*)$/i.test(tool);
}

const undone =
  /\b(?:dry[ -]run|no changes (?:were )?made|nothing (?:was )?(?:changed|sent|done|to do)|0 (?:rows?|items?|records?|messages?|recipients?|files?) (?:were )?(?:affected|updated|sent|deleted|created|changed|moved)|would have (?:been )?\w+|(?:was|were) not (?:sent|saved|created|updated|deleted|booked|paid|added)|skipped|simulated|preview only|test mode|sandbox)\b/i;

/** Something was to be done, and the words say that it was not. */
export function notDone({ judged, visible, argWords }: Reading): string | null {
  if (judged.tier === 'observe' || visible.length > 2_000) return null;
  const found = undone.exec(visible);
  if (found === null || /\b(?:dry|simulate|preview|test|sandbox)\b/.test(argWords)) return null;
  return `It was called done, but its words say otherwise: ${quote(found[0])}.`;
}
