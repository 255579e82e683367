import { countsOf, oneOf, setOf, type TimeTable } from './time-table.ts';

/** Portuguese. */
export const portugueseTimes: TimeTable = {
  code: 'pt',
  months: [
    'jan(?:eiro)?',
    'fev(?:ereiro)?',
    'mar[cç]o',
    'abr(?:il)?',
    'maio',
    'jun(?:ho)?',
    'jul(?:ho)?',
    'ago(?:sto)?',
    'set(?:embro)?',
    'out(?:ubro)?',
    'nov(?:embro)?',
    'dez(?:embro)?',
  ],
  doubtful: 'set|out|dez|ago|abril|jan',
  monthAfter:
    'em|desde|até|de|do|durante|a partir de|antes de|depois de|para|por|neste|este|início de|meados de|fim de|fins de|final de',
  weekdays: [
    'domingos?',
    'segundas?(?:-feiras?)?',
    'ter[çc]as?(?:-feiras?)?',
    'quartas?(?:-feiras?)?',
    'quintas?(?:-feiras?)?',
    'sextas?(?:-feiras?)?',
    's[áa]bados?',
  ],
  afterDay: '(?:º)?\\s+(?:de\\s+)?',
  beforeYear: '\\s*,?\\s*(?:de\\s+|do\\s+ano\\s+(?:de\\s+)?)?',
  monthFirst: false,
  yearAfter: 'em|desde|até|durante|de|ano|ano de|antes de|depois de|no ano de',
  yearAlone: false,
  figures: '(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}))?',
  units: {
    weekend: 'fim de semana|fins de semana|fim-de-semana',
    day: 'dias?|noite',
    week: 'semanas?',
    month: 'm[êe]s(?:es)?',
    year: 'anos?',
  },
  counts: countsOf('um dois três quatro cinco seis sete oito nove dez onze doze', { uma: 1, duas: 2 }),
  ago: { before: 'h[áa]|faz', after: 'atr[áa]s' },
  within: { before: 'daqui a|dentro de|em', after: '' },
  last: { before: 'últim[oa]|passad[oa]', after: 'passad[oa]|anterior' },
  next: { before: 'próxim[oa]', after: 'próxim[oa]|que vem|que entra' },
  current: { before: '(?:n)?est[ea]|(?:n)?ess[ea]', after: '' },
  named: [
    ['anteontem|antes de ontem', -2],
    ['ontem', -1],
    ['depois de amanhã', 2],
    ['amanhã', 1],
    ['hoje|esta noite|esta manhã|esta tarde', 0],
  ],
  tense: {
    asks: /^(?:(?:o|a|com|de|desde|em|até|para|por)\s+)?(?:que|quê|quem|qual|quais|quando|onde|aonde|quant[oa]s?|como|porque|porquê|diz|diga|dizer|me diga|me diz|conta|conte|me conta|me conte|mostra|mostre|me mostra|me mostre|lembra|lembre|me lembra|me lembre|lista|procura|fui|foi|estive|estava|tinha|havia)(?!\p{L})/u,
    opens: setOf('que quem qual quais quando onde aonde quanto quanta quantos quantas como se porque'),
    past: oneOf(
      'fui foste foi fomos foram fiz fizeste fez fizemos fizeram disse disseste dissemos disseram tive tiveste teve tivemos tiveram estive estiveste esteve estivemos estiveram pus puseste pôs pusemos puseram vim vieste veio viemos vieram vi viste viu vimos viram dei deste deu demos deram pude pudeste pôde pudemos puderam soube soubeste soubemos souberam quis quiseste quiseram trouxe trouxeste trouxemos trouxeram houve era eras éramos eram ia ias íamos iam havia tinha tinhas tínhamos tinham vivia vivias vivíamos viviam fazia fazias fazíamos faziam dizia dizias sabia sabias podia podias comia comias bebia bebias saía saías costumava comi bebi vivi saí parti li senti recebi conheci aprendi escrevi vendi perdi assisti dormi corri decidi abri cresci nasci',
    ),
    weakPast:
      /^(?!(?:sei|lei|rei|hei|sou|estou|vou|dou|ou|eu|meu|teu|seu|museu|céu|chapéu|europeu|judeu|este|oeste|leste|neste|deste|teste|peste|sudeste|nordeste|existe|insiste|consiste|triste|resiste|desiste|palavra|escrava|brava|serão|eram|param|param)$)(?!\p{L}*[aei]rei$)(?:\p{L}{2,}(?:ei|ou|aste|este|iste|eu|iu|ámos|aram|eram|iram|(?<!r)íamos)|\p{L}{2,}[aá]va(?:s|mos|m)?)$/u,
    have: setOf('tinha tinham'),
    be: new Set(),
    participle: /^\p{L}+[ai]do$/u,
    moved: /^$/u,
    reflexive: new Set(),
    between: new Set(),
    ahead:
      /^(?:vou|vais|vai|vamos|vão|quero|queres|quer|queria|posso|podes|pode|poderia|poderias|devo|deves|deve|deveria|favor|\p{L}{2,}(?:arei|erei|irei|arás|erás|irás|ará|erá|irá|aremos|eremos|iremos|arão|erão|irão|aríamos|eríamos|iríamos)|(?:ser|estar|ter|poder|far|ir|dever|gostar|haver|dir)ia[sm]?|farei|farás|fará|faremos|farão|direi|terei|terá|terás|haverá|será|serão|estará|estarei|irei|irá)$/u,
    present: oneOf(
      'é são sou és somos estou estás está estamos estão tenho tens tem temos têm há faço fazes faz moro moras mora vivo vives vive trabalho trabalhas trabalha fica',
    ),
    arranged: oneOf(
      'plane[jeoai]\\p{L}* combin\\p{L}+ previst[oa]s? prometi prometeste prometeu queria querias pensava agend\\p{L}+',
    ),
    still: oneOf('ainda agora atualmente actualmente continuo continua'),
    edge: 'desde|até|até ao|antes de|antes do|depois de|depois do|a partir de|a partir do',
    about: 'para|sobre|de|do|da|pelo|ao',
    marks: setOf(
      'o os a as um uma de do da em no na e que é são meu minha meus minhas seu sua eu você ele ela nós com por para não onde quando como quem qual foi era fiz estava há tenho tem ao pelo se mas ou me te isso',
    ),
  },
};
