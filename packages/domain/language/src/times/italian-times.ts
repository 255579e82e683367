import { countsOf, oneOf, setOf, type TimeTable } from './time-table.ts';

/** Italian. */
export const italianTimes: TimeTable = {
  code: 'it',
  months: [
    'gen(?:naio)?',
    'feb(?:braio)?',
    'mar(?:zo)?',
    'apr(?:ile)?',
    'mag(?:gio)?',
    'giu(?:gno)?',
    'lug(?:lio)?',
    'ago(?:sto)?',
    'set(?:t(?:embre)?)?',
    'ott(?:obre)?',
    'nov(?:embre)?',
    'dic(?:embre)?',
  ],
  doubtful: 'mar|ago|set|dic',
  monthAfter:
    'a|in|ad|da|di|del|nel|dal|fino a|durante|prima di|dopo|per|questo|scorso|prossimo|inizio|metà|fine|mese di',
  weekdays: ['domenic[ah]e?', 'lunedì?', 'martedì?', 'mercoledì?', 'giovedì?', 'venerdì?', 'sabat[oi]'],
  afterDay: '(?:º|°)?\\s+(?:di\\s+)?',
  beforeYear: '\\s*,?\\s*(?:del\\s+|di\\s+)?',
  monthFirst: false,
  yearAfter: "nel|dal|fino al|del|anno|nell'anno|prima del|dopo il|in",
  yearAlone: false,
  figures: '(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}))?',
  units: {
    weekend: 'week-?end|fine settimana',
    day: 'giorn[oi]|notte|sera',
    week: 'settiman[ae]',
    month: 'mes[ei]',
    year: 'ann[oi]',
  },
  counts: countsOf('uno due tre quattro cinque sei sette otto nove dieci undici dodici', { un: 1, una: 1 }),
  ago: { before: '', after: 'fa|or sono' },
  within: { before: 'tra|fra|entro', after: '' },
  last: { before: 'scors[oa]|passat[oa]|ultim[oa]', after: 'scors[oa]|passat[oa]' },
  next: { before: 'prossim[oa]', after: 'prossim[oa]|che viene|ventur[oa]' },
  current: { before: "quest['’oa]", after: '' },
  named: [
    ["l['’]altro ieri|avantieri|ieri l['’]altro", -2],
    ['ieri|stanotte', -1],
    ['dopodomani', 2],
    ['domani', 1],
    ['oggi|stasera|stamattina|questa mattina', 0],
  ],
  tense: {
    asks: /^(?:(?:a|ad|con|da|di|in|per|su)\s+)?(?:chi|che|cosa|quale|quali|qual|quando|dove|dov['’]\p{L}*|quant[oaie]|com['’]?\p{L}*|perché|dimmi|raccontami|mostrami|ricordami|elenca|cerca|ho|hai|ha|abbiamo|avevo|avevi|ero|eri|era)(?!\p{L})/u,
    opens: setOf('che chi cosa quale quali quando dove quanto quanta quanti quante come se perché dov com'),
    past: oneOf(
      'ero eri era eravamo eravate erano avevo avevi aveva avevamo avevano fu fui furono feci fece facemmo fecero dissi disse dissero ebbi ebbe vidi vide venni venne nacque nacqui andai andò facevo facevi faceva facevamo facevano dicevo dicevi diceva dicevano vivevo vivevi viveva vivevamo vivevano leggevo leggeva leggevi vedevo vedevi vedeva sapevo sapevi sapeva potevo potevi poteva dovevo dovevi doveva bevevo bevevi beveva prendevo prendevi prendeva scrivevo scriveva conoscevo conoscevi conosceva piaceva piacevano dormivo dormiva uscivo usciva usciva venivo veniva veniva',
    ),
    weakPast:
      /^(?!(?:bravo|brava|bravi|cavo|cavi|schiavo|schiava|schiavi|ottavo|ottava|lava|cava|scava|grava|trovavia)$)\p{L}{2,}(?:avo|avi|ava|avamo|avate|avano)$/u,
    have: setOf('ho hai ha abbiamo avete hanno'),
    be: setOf('sono sei è siamo siete'),
    participle:
      /^(?!(?:marito|appetito|invito|vestito|prurito|debito|merito|credito)$)(?:\p{L}+(?:at|ut|it)[oaie]|fatt[oaie]|dett[oaie]|vist[oaie]|pres[oaie]|mess[oaie]|lett[oaie]|scritt[oaie]|apert[oaie]|chius[oaie]|pers[oaie]|decis[oaie]|scelt[oaie]|vint[oaie]|offert[oaie]|rispost[oaie]|chiest[oaie]|cors[oaie]|spes[oaie]|moss[oaie]|rott[oaie]|success[oaie]|trascors[oaie]|condivis[oaie]|scopert[oaie]|promess[oaie]|tradott[oaie]|prodott[oaie]|rimast[oaie]|mort[oaie]|nat[oaie]|sces[oaie]|stat[oaie])$/u,
    moved:
      /^(?:andat|stat|rimast|partit|arrivat|tornat|ritornat|uscit|entrat|nat|mort|success|accadut|diventat|cadut|salit|sces|passat|venut|cresciut|capitat|piaciut|trasferit)[oaie]$/u,
    reflexive: setOf('mi ti si ci vi m t s'),
    between: setOf('già mai anche più sempre non poi ancora io tu lui lei noi voi loro tutti'),
    ahead:
      /^(?:vorrei|vorresti|voglio|vuoi|vuole|posso|puoi|può|potrei|potresti|devo|devi|deve|dovrei|dovresti|favore|sarò|sarai|sarà|saremo|saranno|avrò|avrai|avrà|avremo|avranno|farò|farai|farà|faremo|faranno|andrò|andrai|andrà|andremo|\p{L}{2,}(?:erò|erai|erà|eremo|eranno|irò|irai|irà|iremo|iranno|rei|resti|rebbe))$/u,
    present: oneOf(
      'è sono sei siamo siete sta sto stai ho hai ha abbiamo avete hanno faccio fai fa vivo vivi vive abito abiti abita lavoro lavori lavora c',
    ),
    arranged: oneOf(
      'pianificat[oaie] programmat[oaie] previst[oaie] concordat[oaie] fissat[oaie] promess[oaie] volevo volevi voleva pensavo decis[oaie]',
    ),
    still: oneOf('ancora adesso ora attualmente'),
    edge: 'da|dal|fino a|fino al|prima di|prima del|dopo|a partire da|a partire dal|entro',
    about: "per|su|sul|di|del|dell'|della|riguardo a|al",
    marks: setOf(
      'il lo la i gli le un una di del della e che è sono mio mia miei mie tuo tua mi ti si ho hai ha con per non dove quando come chi cosa quale era ero abbiamo nel nella in da dal al a o se ma io lei lui ci',
    ),
  },
};
