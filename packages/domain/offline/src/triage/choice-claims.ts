import { isSmallWord, keywordStem, tokenise } from '@salience/language';
import { type Cue, cues } from './message-cues.ts';

/** A kind as a plan names it. */
export interface Choice {
  readonly name: string;
  readonly means: string;
}

/** What a kind is known by. */
export interface Claims {
  /** By form: how much each cue speaks for it; together of length 1, below 0 for what it says it is not. Nothing where it names no form. */
  readonly form: ReadonlyMap<Cue, number>;
  /** By matter: the other words of its name and of what it means, without their endings. */
  readonly matter: { readonly name: readonly string[]; readonly means: readonly string[] };
}

// Words of a plan that name the form of a message, levelled as tokens are; six languages.
const named: Readonly<Record<Cue, RegExp>> = {
  asks: /\b(?:questions?|ask(?:s|ed|ing)?(?! (?:for|to|us to|me to|you to|that)\b)|answer\w*|repl(?:y|ies)|(?:wants?|wish\w*|likes?|needs?) to know|[ei]nquir\w*|quer(?:y|ies)|wonder\w*|frag(?:e|en|t)|anfragen?|antwort\w*|auskunft|wissen will|will wissen|mochte wissen|demande(?! (?:de|que|a)\b)|reponse\w*|repond\w*|(?:veut|voudrait) savoir|renseignement\w*|pregunt\w*|respuest\w*|respond\w*|consultas?|quiere saber|pergunt\w*|duvidas?|respost\w*|quer saber|domand\w*|chied\w*(?! (?:di|che)\b)|rispost\w*|rispond\w*|vuole sapere)\b/g,
  orders:
    /\b(?:errands?|tasks?|to ?dos?|(?:to|be|get|gets|being|is) (?:be )?(?:done|do)|ask\w* (?:for|to|us to|me to|you to|that)\b|requests?|requested|requesting|instruct\w*|commands?|jobs?|favou?rs?|actions?|carr(?:y|ied) out|auftrag\w*|aufgaben?|bittet?|erledig\w*|getan|gemacht|anweisung\w*|besorgung\w*|taches?|demande (?:de|que|a)\b|(?:a|soit|etre) fai(?:re|t|te)|requetes?|encargos?|tareas?|pide|pedidos?|solicit\w*|hacer|hecho|haga|recados?|tarefas?|pede|fazer|feit[oa]|faca|incaric\w*|compit[oi]|richiest\w*|richied\w*|fare|fatto|chied\w* (?:di|che)\b|commission[ei]?)\b/g,
  tells:
    /\b(?:inform\w*|tell(?:s|ing)?|told|news|updates?|reports?|announce\w*|worth knowing|fyi|facts?|mitteil\w*|teilt|neuigkeit\w*|meld(?:et|ung|ungen)|berichte?t?|wissenswert\w*|ankundigung\w*|nouvelles?|annonces?|apprend|renseigne|noticias?|novedad(?:es)?|avisos?|cuenta|anunci\w*|novidades?|avisa|conta|notizi[ae]|novita|comunica\w*|annunci\w*|racconta)\b/g,
  dated:
    /\b(?:appointments?|meetings?|dates?|invit\w*|deadlines?|calendar|events?|termine?|einladung\w*|frist(?:en)?|treffen|rendez vous|reunions?|echeances?|citas?|reunion(?:es)?|plazos?|convites?|reunia?o?e?s?|prazos?|compromissos?|appuntament[oi]|riunion[ei]|scadenz[ae])\b/g,
  courteous:
    /\b(?:(?:wants?|needs?|asks?(?: for)?|expects?) nothing|nothing (?:is )?(?:wanted|needed|asked|to do)|thanks?|courtes\w*|greetings?|pleasantr\w*|small ?talk|chatter|(?:will|braucht|verlangt) nichts|dank|hoflichkeit\w*|grusse?|ne (?:veut|demande) rien|remerci\w*|politesses?|no (?:quiere|pide) nada|agradec\w*|cortesia|saludos?|nao (?:quer|pede) nada|non (?:vuole|chiede) (?:niente|nulla)|ringrazi\w*|saluti)\b/g,
  bulk: /\b(?:noise|spam|junk|advert\w*|ads?|marketing|promo\w*|newsletters?|bulk|automat\w*|mass (?:mail|mailing)s?|werb\w*|rundbrief\w*|rundschreiben|massenmail\w*|publicit\w*|pub|bruit|infolettres?|indesirables?|publicidad|ruido|boletin(?:es)?|propaganda|publicidade|boletim|lixo|pubblicita\w*|rumore|spazzatura)\b/g,
};

const negation = /\b(?:no|not|never|without|kein\w*|nicht|ohne|pas|sans|sin|sem|senza|nao|non)(?: \w+)? $/;

/** "Asks for nothing" names no order: what wants nothing is read first. */
const order = ['courteous', ...cues.filter((cue) => cue !== 'courteous')] as const;

/** What the words of a kind say that it is known by. */
export function claimsOf({ means, name }: Choice): Claims {
  const weights = new Map<Cue, number>();
  const rest = { name: tokenise(name).join(' '), means: tokenise(means).join(' ') };
  for (const part of ['name', 'means'] as const) {
    for (const cue of order) {
      const text = rest[part];
      for (const match of text.matchAll(named[cue])) {
        const isDenied = negation.test(text.slice(0, match.index));
        weights.set(cue, (weights.get(cue) ?? 0) + (isDenied ? -1 : 1));
      }
      rest[part] = text.replace(named[cue], ' ');
    }
  }
  const length = Math.hypot(...weights.values());
  return {
    form: new Map([...weights].map(([cue, weight]) => [cue, length === 0 ? 0 : weight / length])),
    matter: { name: stemsIn(rest.name), means: stemsIn(rest.means) },
  };
}

/** The words of a text that say what it is about, without their endings, each once. */
export function stemsIn(text: string): string[] {
  const words = tokenise(text).filter((word) => word.length > 2 && !isSmallWord(word));
  return [...new Set(words.map(keywordStem))];
}
