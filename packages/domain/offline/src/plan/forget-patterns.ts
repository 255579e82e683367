import {
  type LanguageCode,
  type Moment,
  nameWords,
  offsetTime,
  relationOf,
  timeAskedAbout,
} from '@salience/language';
import type { WantedCall } from './wanted-call.ts';

/** How a language asks to have something forgotten: a person, what was said at some time, or what was said just before. */
interface Asking {
  /** The first group is whom. */
  readonly person: readonly RegExp[];
  /** The first group is when. */
  readonly period: RegExp;
  readonly last: RegExp;
}

const name = "((?:\\p{L}+\\s+){0,2}[\\p{L}'’-]+)";
const of = (source: string): RegExp => new RegExp(`^(?:${source})$`, 'iu');

const table: Readonly<Record<LanguageCode, Asking>> = {
  en: {
    person: [
      of(
        `(?:forget|delete|erase|remove|wipe)\\s+(?:everything|all|anything)(?:\\s+(?:that\\s+)?(?:you\\s+(?:know|remember|have|stored|learned)|(?:i|we)\\s+(?:said|told\\s+you)|was\\s+said))?\\s+(?:about|of|on)\\s+${name}`,
      ),
      of(`forget\\s+(?:about\\s+)?${name}`),
    ],
    period: of(
      "(?:forget|delete|erase)\\s+(?:everything\\s+|all\\s+)?(?:that\\s+|what\\s+)?(?:i|we)(?:\\s+have|['’]ve)?\\s+(?:said|told\\s+you|talked\\s+about|wrote|discussed)\\s+(.+)",
    ),
    last: of(
      '(?:forget|delete|erase)\\s+(?:that|this|it|what\\s+i\\s+(?:just\\s+)?said|the\\s+last\\s+(?:message|thing)(?:\\s+i\\s+said)?)(?:\\s+again)?',
    ),
  },
  de: {
    person: [
      of(`(?:vergiss|lösche?|vergessen\\s+sie)\\s+(?:bitte\\s+)?alles\\s+(?:über|von|zu)\\s+${name}`),
      of(`vergiss\\s+(?:bitte\\s+)?${name}`),
    ],
    period: of(
      '(?:vergiss|lösche?),?\\s+(?:bitte,?\\s+)?(?:alles\\s*,?\\s*)?was\\s+(?:ich|wir)\\s+(?:dir\\s+)?(.+?)\\s+(?:gesagt|erzählt|geschrieben|besprochen)\\s*(?:habe|haben)?',
    ),
    last: of('(?:vergiss|lösche?)\\s+(?:das|dies|es)(?:\\s+(?:wieder|bitte))*'),
  },
  fr: {
    person: [
      of(
        `(?:oublie|oubliez|efface|supprime)\\s+tout\\s+(?:ce\\s+que\\s+tu\\s+sais\\s+)?(?:sur|de|d['’]|à\\s+propos\\s+de)\\s*${name}`,
      ),
      of(`oublie\\s+${name}`),
    ],
    period: of(
      "(?:oublie|oubliez|efface)\\s+(?:tout\\s+)?ce\\s+que\\s+(?:j['’]ai|je\\s+t['’]ai|nous\\s+avons)\\s+(?:dit|raconté|écrit)\\s+(.+)",
    ),
    last: of('(?:oublie|oubliez|efface)\\s+(?:ça|cela|ceci)'),
  },
  es: {
    person: [
      of(
        `(?:olvida|olvídate\\s+de|borra|elimina)\\s+todo\\s+(?:lo\\s+que\\s+sabes\\s+)?(?:sobre|de|acerca\\s+de)\\s+${name}`,
      ),
      of(`(?:olvida\\s+a|olvídate\\s+de|olvida)\\s+${name}`),
    ],
    period: of(
      '(?:olvida|borra)\\s+(?:todo\\s+)?lo\\s+que\\s+(?:te\\s+)?(?:dije|he\\s+dicho|conté|hablamos|escribí)\\s+(.+)',
    ),
    last: of('(?:olvida|borra|olvídate\\s+de)\\s+(?:eso|esto)'),
  },
  pt: {
    person: [
      of(
        `(?:esquece|esqueça|apaga|apague)\\s+tudo\\s+(?:o\\s+que\\s+sabes?\\s+)?(?:sobre|de|da|do|acerca\\s+de)\\s+${name}`,
      ),
      of(`(?:esquece|esqueça)\\s+${name}`),
    ],
    period: of(
      '(?:esquece|esqueça|apaga|apague)\\s+(?:tudo\\s+)?o\\s+que\\s+(?:eu\\s+)?(?:te\\s+)?(?:disse|contei|falei|falámos|escrevi)\\s+(.+)',
    ),
    last: of('(?:esquece|esqueça|apaga|apague)\\s+(?:isso|isto)'),
  },
  it: {
    person: [
      of(
        `(?:dimentica|scorda|cancella|elimina)\\s+tutto\\s+(?:(?:quello|ciò)\\s+che\\s+sai\\s+)?(?:su|di|riguardo\\s+a)\\s+${name}`,
      ),
      of(`(?:dimentica|scorda)\\s+${name}`),
    ],
    period: of(
      '(?:dimentica|scorda|cancella)\\s+(?:tutto\\s+)?(?:quello|ciò)\\s+che\\s+(?:ti\\s+)?(?:ho\\s+detto|ho\\s+raccontato|abbiamo\\s+detto|ho\\s+scritto)\\s+(.+)',
    ),
    last: of('(?:dimentica|scorda|cancella)\\s+(?:questo|quello|ciò)'),
  },
};
const languages = Object.keys(table) as LanguageCode[];

const own =
  /^(?:my|our|meine?[nmr]?|unsere?[nmr]?|ma|mon|mi|mis|minha|meu|a\s+minha|o\s+meu|mia|mio|la\s+mia|il\s+mio)\s+\p{L}/iu;
const oneself = /^(?:me|myself|mich|mir|moi|mí|mim)$/iu;
const article = /^(?:the|der|die|den|la|le|el|o|a|il)\s+(?=\p{Lu})/u;
// "Forget about it", "forget everything about the party", "forget my focus": no person.
const isPerson = (text: string): boolean =>
  /^\p{Lu}/u.test(text) || (own.test(text) && nameWords(text).some((word) => relationOf(word) !== undefined));

/** The call that asks to have something forgotten; undefined where a text asks for none. English, German, French, Spanish, Portuguese, Italian. */
export function readForget(said: string, moment: Moment): WantedCall | undefined {
  for (const language of languages) {
    const { last, period, person } = table[language];
    if (last.test(said)) return { tool: 'forget', arguments: { last: true } };
    const when = period.exec(said)?.[1];
    if (when !== undefined) {
      const span = timeAskedAbout(when, moment.now.getTime(), moment.zone);
      if (span === undefined) continue;
      const at = (time: number) => offsetTime(time, moment.zone);
      return {
        tool: 'forget',
        arguments: { from: at(span.from), to: at(Math.min(span.to, moment.now.getTime())) },
      };
    }
    for (const pattern of person) {
      const whom = pattern.exec(said)?.[1]?.trim().replace(article, '');
      if (whom === undefined) continue;
      if (oneself.test(whom)) return { tool: 'forget', arguments: { person: 'user' } };
      if (isPerson(whom)) return { tool: 'forget', arguments: { person: whom } };
    }
  }
  return undefined;
}
