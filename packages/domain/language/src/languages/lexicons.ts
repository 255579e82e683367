import { monthNames, weekdayNames } from './calendar.ts';
import { type LanguageCode, languageCodes } from './codes.ts';
import { wordsOf } from '../words/words-of.ts';

/** Words of one language, lower case with accents folded; those of the calendar are in `foldedCalendar`. */
export interface Lexicon {
  /** Words that say nothing about what a sentence is about; they also tell languages apart. */
  readonly plain: ReadonlySet<string>;
  /** Day, week, month, year: stems of the unit. */
  readonly units: readonly [day: string, week: string, month: string, year: string];
  /** Units of zero to nineteen, then the tens from twenty to ninety. */
  readonly numbers: readonly string[];
  readonly tens: readonly string[];
  readonly hundreds: readonly string[];
  readonly thousand: readonly string[];
  /** Days counted from today: yesterday is -1. */
  readonly days: Readonly<Record<string, number>>;
  readonly next: RegExp;
  readonly last: RegExp;
  readonly negations: ReadonlySet<string>;
  readonly likes: RegExp;
  readonly hates: RegExp;
  /** Of who speaks: as the one who acts, as an owner, as the one to whom it happens. */
  readonly self: ReadonlySet<string>;
  readonly own: ReadonlySet<string>;
  readonly selfObject: ReadonlySet<string>;
  /** Of somebody else: as the one who acts, as an owner. */
  readonly others: ReadonlySet<string>;
  readonly othersOwn: ReadonlySet<string>;
  /** People by what they are to somebody: the word, then the kind in English. */
  readonly kin: Readonly<Record<string, string>>;
}

const words = (text: string) => new Set(text.split(' '));
const list = (text: string) => text.split(' ');
const kin = (text: string) =>
  Object.fromEntries(
    text.split(';').flatMap((entry) => {
      const [kind = '', ...forms] = entry.trim().split(' ');
      return [kind, ...forms].map((form) => [form, kind] as const);
    }),
  );

/** What is known of each language. */
export const lexicons: Readonly<Record<LanguageCode, Lexicon>> = {
  en: {
    plain: words(
      'a an and are as at be been being but by can could did do does for from had has have having he her hers him his i if in into is it its me my mine of on or our she should so some than that the their them there they this these those to too us was we were will with would you your am about after also any because before both during just not now only over since still then through under until up very what when where which who while im ive id ill who s t re ve ll d m',
    ),
    units: ['day', 'week', 'month', 'year'],
    numbers: list(
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    ),
    tens: list('twenty thirty forty fifty sixty seventy eighty ninety'),
    hundreds: list('hundred'),
    thousand: list('thousand'),
    days: { today: 0, tonight: 0, tomorrow: 1, yesterday: -1 },
    next: /^(?:next|coming|following)$/,
    last: /^(?:last|past|previous)$/,
    negations: words('not no never nor neither nobody nothing none without cannot'),
    likes:
      /\b(?:likes?|loves?|loved|enjoys?|adores?|prefers?|fond|favou?rite|fan of|keen on|(?:really|totally|very|much) into)\b/,
    hates:
      /\b(?:hates?|dislikes?|loathes?|detests?|(?:can't|cannot|can’t|couldn't) (?:stand|bear)|disgusting)\b/,
    self: words('i we im ive id ill'),
    own: words('my our mine ours'),
    selfObject: words('me us myself ourselves'),
    others: words('he she they someone somebody everyone everybody nobody people'),
    othersOwn: words('his her their hers theirs its'),
    kin: kin(
      'mother mum mom mummy mommy; father dad daddy; parents parent; sister sis; brother bro; sibling siblings; son; daughter; child children kid kids; baby; wife; husband; partner; girlfriend; boyfriend; grandmother grandma granny; grandfather grandpa; grandparents; aunt; uncle; cousin; niece; nephew; friend friends buddy; boss manager; colleague coworker colleagues; neighbour neighbor neighbours; roommate flatmate housemate; teacher; doctor; family',
    ),
  },
  de: {
    plain: words(
      'der die das den dem des ein eine einen einem einer eines und oder aber ist sind bin bist war waren sein haben hat habe hatte hatten ich mir mich mein meine meinen meinem meiner meines du dir dich dein deine er sie es wir uns unser unsere ihr ihre ihrem ihren ihrer sein seine seinen seinem seiner nicht kein keine ja nein so in im an am auf aus bei beim mit nach von vom zu zum zur fur wer wo was wann wie dass daß denn noch schon auch nur sehr seit wird werde werden wurde wenn als um doch mal dann da dort hier man sich dieser diese dieses uber unter bis ab vor durch gegen ohne weil damit gehe geht gehen ging soll sollen muss kann will',
    ),
    units: ['tag', 'woche', 'monat', 'jahr'],
    numbers: list(
      'null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn',
    ),
    tens: list('zwanzig dreißig vierzig funfzig sechzig siebzig achtzig neunzig'),
    hundreds: list('hundert'),
    thousand: list('tausend'),
    days: { heute: 0, morgen: 1, ubermorgen: 2, gestern: -1, vorgestern: -2 },
    next: /^(?:nachste[rnsm]?|kommende[rnsm]?)$/,
    last: /^(?:letzte[rnsm]?|vergangene[rnsm]?|vorige[rnsm]?)$/,
    negations: words('nicht kein keine keinen keinem keiner keins nie niemals niemand nichts ohne weder'),
    likes: /(?<!\p{L})(?:mag|mochte|liebe|liebt|liebte|gern|gerne|gefallt|lieblings\p{L}*)(?!\p{L})/u,
    hates: /(?<!\p{L})(?:hasse|hasst|hassen|verabscheu\p{L}*|eklig|ekelhaft)(?!\p{L})/u,
    self: words('ich wir'),
    own: words('mein meine meinen meinem meiner meines unser unsere unseren unserem unserer'),
    selfObject: words('mir mich uns'),
    others: words('er sie jemand alle niemand'),
    othersOwn: words('sein seine seinen seinem seiner seines ihr ihre ihren ihrem ihrer ihres'),
    kin: kin(
      'mother mutter mama mutti; father vater papa vati; parents eltern; sister schwester schwestern; brother bruder brudern; sibling geschwister; son sohn sohne; daughter tochter; child kind kinder kindern; wife frau ehefrau; husband mann ehemann; partner partnerin; girlfriend freundin freundinnen; boyfriend; friend freund freunde freunden; grandmother oma großmutter; grandfather opa großvater; grandparents großeltern; aunt tante; uncle onkel; cousin cousine; niece nichte; nephew neffe; boss chef chefin; colleague kollege kollegin kollegen; neighbour nachbar nachbarin nachbarn; roommate mitbewohner mitbewohnerin; teacher lehrer lehrerin; doctor arzt arztin; family familie',
    ),
  },
  es: {
    plain: words(
      'el la los las un una unos unas y o pero es son soy era esta estan estoy fue yo me mi mis mio mia tu te tus ella ellos nosotros nuestro nuestra usted su sus que quien donde cuando como cual por para con sin en de del al a no si se lo le les ha he han hay tengo tiene muy mas ya tambien porque desde hasta entre sobre este esta estos estas ese esa eso muy todo todos hace voy va vamos van ir',
    ),
    units: ['dia', 'semana', 'mes', 'ano'],
    numbers: list(
      'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve',
    ),
    tens: list('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
    hundreds: list('cien ciento'),
    thousand: list('mil'),
    days: { hoy: 0, manana: 1, ayer: -1, anteayer: -2, anoche: -1 },
    next: /^(?:proxim[oa]s?|viene|siguiente|que-viene)$/,
    last: /^(?:pasad[oa]s?|ultim[oa]s?)$/,
    negations: words('no nunca jamas nadie nada ningun ninguno ninguna sin tampoco ni'),
    likes:
      /(?<!\p{L})(?:gusta|gustan|gusto|encanta|encantan|amo|ama|adoro|adora|prefiero|prefiere|favorit\p{L}+)(?!\p{L})/u,
    hates: /(?<!\p{L})(?:odio|odia|odian|detesto|detesta|aborrezco|asco)(?!\p{L})/u,
    self: words('yo nosotros nosotras'),
    own: words('mi mis mio mia mios mias nuestro nuestra nuestros nuestras'),
    selfObject: words('me nos'),
    others: words('ella ellos ellas alguien todos nadie'),
    othersOwn: words('su sus suyo suya'),
    kin: kin(
      'mother madre mama; father padre papa; parents padres; sister hermana hermanas; brother hermano; sibling hermanos; son hijo; daughter hija hijas; child hijos nino nina; wife esposa mujer; husband esposo marido; partner pareja; girlfriend novia; boyfriend novio; grandmother abuela; grandfather abuelo; grandparents abuelos; aunt tia; uncle tio; cousin primo prima; niece sobrina; nephew sobrino; friend amigo amiga amigos amigas; boss jefe jefa; colleague companero companera colega; neighbour vecino vecina vecinos; teacher profesor profesora; doctor medico medica; family familia',
    ),
  },
  fr: {
    plain: words(
      'le la les l un une des du de d et ou mais est sont suis etait j je m mon ma mes tu te ton ta tes il elle on nous notre nos vous votre ils elles ce cet cette ces c qui que qu quoi quand comment ne n pas non oui y a au aux en dans sur avec pour par ai as ont avez avoir etre se s son sa ses leur leurs moi toi tres plus depuis chez car donc tout tous aussi sans jusqu vais va allons vont aller',
    ),
    units: ['jour', 'semaine', 'mois', 'an'],
    numbers: list(
      'zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
    ),
    tens: list('vingt trente quarante cinquante soixante septante octante nonante'),
    hundreds: list('cent cents'),
    thousand: list('mille'),
    days: { demain: 1, hier: -1, 'aujourd hui': 0, aujourdhui: 0 },
    next: /^(?:prochaine?s?|suivante?)$/,
    last: /^(?:derniere?s?|dernier|passee?)$/,
    negations: words('pas jamais rien personne aucun aucune sans ni'),
    likes:
      /(?<!\p{L})(?:aime|aimes|aimons|adore|adores|adorons|prefere|preferes|plait|prefer\p{L}+)(?!\p{L})/u,
    hates: /(?<!\p{L})(?:deteste|detestes|hais|hait|horreur|degoute)(?!\p{L})/u,
    self: words('je j nous'),
    own: words('mon ma mes notre nos mien mienne'),
    selfObject: words('me m moi'),
    others: words('elle elles ils quelqu lui'),
    othersOwn: words('son sa ses leur leurs'),
    kin: kin(
      'mother mere maman; father pere papa; parents; sister sœur soeur sœurs soeurs; brother frere freres; son fils; daughter fille filles; child enfant enfants; wife femme epouse; husband mari epoux; partner compagnon compagne; girlfriend copine; boyfriend copain; grandmother grand-mere mamie; grandfather grand-pere papi; aunt tante; uncle oncle; cousin cousine; niece; nephew neveu; friend ami amie amis amies; boss patron patronne chef cheffe; colleague collegue collegues; neighbour voisin voisine voisins; roommate colocataire coloc; teacher prof professeur; doctor medecin; family famille',
    ),
  },
  it: {
    plain: words(
      'il lo la i gli le l un uno una e o ma sono sei era erano io mi mio mia miei mie tu ti tuo tua lui lei noi nostro nostra voi suo sua suoi sue che chi cosa dove quando come quale per con senza in nel nello nella nell dei degli delle di del dello della dell d da dal dalla dall al allo alla all a ai agli alle non si ha ho hai hanno abbiamo c ci ne se piu anche gia molto su sul sulla questo questa quello quella perche fino tra fra loro vado va andiamo vanno',
    ),
    units: ['giorn', 'settiman', 'mes', 'ann'],
    numbers: list(
      'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    ),
    tens: list('venti trenta quaranta cinquanta sessanta settanta ottanta novanta'),
    hundreds: list('cento'),
    thousand: list('mille mila'),
    days: { oggi: 0, stasera: 0, stamattina: 0, domani: 1, dopodomani: 2, ieri: -1 },
    next: /^(?:prossim[oaei]|viene)$/,
    last: /^(?:scors[oaie]|passat[oaie]|ultim[oaie])$/,
    negations: words('non no mai nessuno nessuna niente nulla senza ne'),
    likes: /(?<!\p{L})(?:piace|piacciono|amo|ama|adoro|adora|preferisco|preferisce|preferit\p{L}+)(?!\p{L})/u,
    hates: /(?<!\p{L})(?:odio|odia|detesto|detesta|schifo)(?!\p{L})/u,
    self: words('io noi'),
    own: words('mio mia miei mie nostro nostra nostri nostre'),
    selfObject: words('mi ci me'),
    others: words('lui lei loro qualcuno tutti'),
    othersOwn: words('suo sua suoi sue'),
    kin: kin(
      'mother madre mamma; father padre papa babbo; parents genitori; sister sorella sorelle; brother fratello; sibling fratelli; son figlio; daughter figlia figlie; child figli bambino bambina; wife moglie; husband marito; partner compagno compagna; girlfriend fidanzata ragazza; boyfriend fidanzato ragazzo; grandmother nonna; grandfather nonno; grandparents nonni; aunt zia; uncle zio; cousin cugino cugina; niece nephew nipote; friend amico amica amici amiche; boss capo; colleague collega colleghi; neighbour vicino vicina vicini; roommate coinquilino coinquilina; teacher insegnante professore; doctor medico dottore; family famiglia',
    ),
  },
  pt: {
    plain: words(
      'o a os as um uma uns umas e ou mas sou era esta estao estou foi eu me mim meu minha meus minhas tu te teu tua voce ele ela eles elas nos nosso nossa seu sua seus suas que quem onde quando como qual por para com sem em no na nas de do da dos das ao aos nao sim se lhe tem tenho ha muito mais ja tambem porque desde ate entre sobre este esta esse essa isso dele dela pelo pela num numa vou vai vamos vao ir',
    ),
    units: ['dia', 'semana', 'mes', 'ano'],
    numbers: list(
      'zero um dois tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove',
    ),
    tens: list('vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'),
    hundreds: list('cem cento'),
    thousand: list('mil'),
    days: { hoje: 0, amanha: 1, ontem: -1, anteontem: -2 },
    next: /^(?:proxim[oa]s?|vem)$/,
    last: /^(?:passad[oa]s?|ultim[oa]s?)$/,
    negations: words('nao nunca jamais ninguem nada nenhum nenhuma sem nem tampouco'),
    likes: /(?<!\p{L})(?:gosto|gosta|gostam|adoro|adora|amo|ama|prefiro|prefere|favorit\p{L}+)(?!\p{L})/u,
    hates: /(?<!\p{L})(?:odeio|odeia|detesto|detesta|nojo)(?!\p{L})/u,
    self: words('eu nos'),
    own: words('meu minha meus minhas nosso nossa nossos nossas'),
    selfObject: words('me mim comigo'),
    others: words('ele ela eles elas alguem todos'),
    othersOwn: words('seu sua seus suas dele dela deles delas'),
    kin: kin(
      'mother mae mamae; father pai papai; parents pais; sister irma irmas; brother irmao; sibling irmaos; son filho; daughter filha filhas; child filhos crianca; wife esposa mulher; husband marido esposo; partner companheiro companheira; girlfriend namorada; boyfriend namorado; grandmother avo vovo; grandfather avo; aunt tia; uncle tio; cousin primo prima; niece sobrinha; nephew sobrinho; friend amigo amiga amigos amigas; boss chefe; colleague colega colegas; neighbour vizinho vizinha vizinhos; teacher professor professora; doctor medico medica; family familia',
    ),
  },
};

/** The months and weekdays of each language as tokens spell them, in order. */
export const foldedCalendar: Readonly<
  Record<LanguageCode, { readonly months: readonly string[]; readonly weekdays: readonly string[] }>
> = {
  en: calendarOf('en'),
  de: calendarOf('de'),
  es: calendarOf('es'),
  fr: calendarOf('fr'),
  it: calendarOf('it'),
  pt: calendarOf('pt'),
};

function calendarOf(code: LanguageCode) {
  return { months: monthNames[code].map(folded), weekdays: weekdayNames[code].map(folded) };
}

function folded(name: string): string {
  return wordsOf(name).join(' ');
}

const foreign = new Map<string, LanguageCode[]>();
for (const code of languageCodes) {
  const { days, numbers, plain, units } = lexicons[code];
  const { months, weekdays } = foldedCalendar[code];
  for (const word of new Set([...plain, ...units, ...numbers, ...months, ...weekdays, ...Object.keys(days)]))
    foreign.set(word, [...(foreign.get(word) ?? []), code]);
}

// Letters that a language writes with a mark; names of elsewhere have them too, so they tell little.
const marked: Readonly<Record<LanguageCode, string>> = {
  en: '',
  de: 'äöüß',
  es: 'áéíóúñ¿¡',
  fr: 'àâçéèêëîïôùûœ',
  it: 'àèéìòù',
  pt: 'áâãàçéêíóôõú',
};
const markWeight = 0.3;

/** Small words that a likely language is ahead of others. */
const likelyWeight = 1.5;

/**
 * The language whose small words and marked letters a text has most of, each word shared among its languages. Where others say as much, the one that
 * is likely anyway: what is written about a German text is mostly German.
 */
export function languageOf(folded: readonly string[], text: string, likely?: LanguageCode): LanguageCode {
  const scores = new Map<LanguageCode, number>(likely === undefined ? [] : [[likely, likelyWeight]]);
  for (const word of folded) {
    const codes = foreign.get(word) ?? [];
    for (const code of codes) scores.set(code, (scores.get(code) ?? 0) + 1 / codes.length);
  }
  for (const letter of new Set(
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[^\p{ASCII}]/gu),
  )) {
    for (const code of languageCodes) {
      if (marked[code].includes(letter)) scores.set(code, (scores.get(code) ?? 0) + markWeight);
    }
  }
  // Nobody else writes who speaks as "I".
  if (/(?<!\p{L})I(?:['’]\p{Ll}+)?(?!\p{L})/u.test(text))
    scores.set('en', (scores.get('en') ?? 0) + 2 * markWeight);
  let best = likely ?? 'en';
  for (const code of languageCodes) if ((scores.get(code) ?? 0) > (scores.get(best) ?? 0)) best = code;
  return best;
}
