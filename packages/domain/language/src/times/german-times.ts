import { countsOf, oneOf, setOf, type TimeTable } from './time-table.ts';

/** German. */
export const germanTimes: TimeTable = {
  code: 'de',
  months: [
    'j[aä]n(?:uar|ner)?',
    'feb(?:ruar)?|feber',
    'm[aä]rz|maerz|mrz',
    'apr(?:il)?',
    'mai',
    'juni?',
    'juli?',
    'aug(?:ust)?',
    'sep(?:t(?:ember)?)?',
    'okt(?:ober)?',
    'nov(?:ember)?',
    'dez(?:ember)?',
  ],
  doubtful: 'jan|august|mai|juni?|juli?',
  monthAfter:
    'im|in|seit|bis|ab|anfang|mitte|ende|vor|nach|letzten|letztem|vergangenen|vorigen|diesen|diesem|nächsten|nächstem|kommenden|zum|für|am',
  weekdays: [
    'sonntags?',
    'montags?',
    'dienstags?',
    'mittwochs?',
    'donnerstags?',
    'freitags?',
    'samstags?|sonnabends?',
  ],
  afterDay: '\\.?\\s*',
  beforeYear: '\\s*,?\\s*',
  monthFirst: false,
  yearAfter: 'in|im jahre?|seit|bis|jahr|vor|nach|ende|anfang|mitte|sommer|winter|herbst|frühling|frühjahr',
  yearAlone: true,
  figures: '(\\d{1,2})\\.\\s?(\\d{1,2})\\.(?:\\s?(\\d{4}))?',
  units: {
    day: 'tag(?:e|en|es)?',
    weekend: 'wochenenden?',
    week: 'wochen?',
    month: 'monat(?:e|en|s)?',
    year: 'jahr(?:e|en|es|s)?',
  },
  counts: countsOf('ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf', {
    einem: 1,
    einer: 1,
    einen: 1,
    eine: 1,
  }),
  ago: { before: 'vor', after: '' },
  within: { before: 'in', after: '' },
  last: { before: 'letzte[nrsm]?|vergangene[nrsm]?|vorige[nrsm]?', after: '' },
  next: { before: 'nächste[nrsm]?|kommende[nrsm]?', after: '' },
  current: { before: 'diese[nrsm]?', after: '' },
  named: [
    ['vorgestern', -2],
    ['gestern', -1],
    ['übermorgen', 2],
    ['heute', 0],
    ['(?<!guten )(?<!am )(?<!jeden )morgen', 1],
  ],
  tense: {
    asks: /^(?:(?:an|auf|aus|bei|für|in|mit|nach|seit|über|um|von|vor|zu)\s+)?(?:wer|wen|wem|wessen|was|welche[rsnm]?|wann|wo|wohin|woher|womit|wofür|wovon|worüber|warum|wieso|weshalb|wie|wieviele?|sage?|erzähle?|zeige?|nenne?|erinnere?|liste|suche?|weißt|hab|habe|hast|hat|haben|habt|hatten?|hattest|war|warst|waren|wart|bin|bist|ist|sind|gab|gibt)(?!\p{L})/u,
    opens: setOf(
      'dass daß was wer wen wem wann wo wohin woher warum wieso wie ob weil obwohl während als wenn welche welcher welches welchen',
    ),
    past: oneOf(
      'war warst waren wart hatte hattest hatten hattet wurde wurdest wurden ging gingst gingen kam kamst kamen sah sahst sahen aß aßen trank tranken fuhr fuhrst fuhren flog flogst flogen sprach sprachen schrieb schriebst schrieben las lasen gab gabst gaben nahm nahmen fand fandst fanden traf trafst trafen blieb bliebst blieben hieß hießen lag lagen stand standen saß saßen schlief schliefen lief liefen rief riefst riefen half halfen begann begannen brachte brachten dachte dachtest dachten wusste wussten kannte kannten konnte konntest konnten musste musstest mussten durfte durften mochte mochten ließ ließen trug trugen hielt hielten verlor verloren gewann gewannen zog zogst zogen schwamm schwammen sang sangen starb starben bekam bekamst bekamen gefiel gefielen geschah passierte fing fingen schenkte wohnte wohntest wohnten lebte lebtest lebten arbeitete arbeitetest arbeiteten',
    ),
    weakPast:
      /^(?!(?:bitte|heute|leute|karte|liste|seite|minute|mitte|beste|nächste|letzte|erste|zweite|dritte|vierte|fünfte|könnten?|möchten?|sollten?|müssten?|dürften?|hätten?|wüssten?|wollten?|gute|heutige|alte|weite|breite|kosten|karten|listen|seiten|minuten|bitten|beiden|ersten|letzten|nächsten|besten|guten|alten|arbeiten|warten|halten|raten|starten|beraten|bereiten|leiten|unten|hinten|bieten|treten|leisten|testen|mieten|unterhalten|erhalten|behalten|enthalten|antworten|tanten|touristen|daten|konten|soweit)$)\p{L}{2,}(?:te|test|ten)$/u,
    have: setOf('habe hab hast hat haben habt'),
    be: setOf('bin bist ist sind seid'),
    participle:
      /^(?:\p{L}*ge\p{L}{2,}(?:t|en)|(?:be|ver|er|ent|emp|zer|miss|über|unter|wieder|\p{L}{2,4}(?:be|ver))\p{L}{2,}(?:t|en)|\p{L}{2,}iert|getan|\p{L}*getan|bekommen|erlebt)$/u,
    moved:
      /(?:gegangen|fahren|kommen|geflogen|gewesen|geblieben|passiert|geschehen|gereist|gezogen|gelaufen|geworden|gestorben|gewandert|gestanden|gefallen|gestiegen|gelandet|gestartet|erschienen|gewachsen|aufgewacht|eingeschlafen|gerannt|geschwommen|begegnet|gefolgt|gesprungen|gelungen|gewechselt|vorgefallen)$/u,
    reflexive: new Set(),
    between: undefined,
    ahead: oneOf(
      'werde wirst wird werden werdet würde würdest würden soll sollst sollen sollte sollten kann kannst können könnte könntest könnten möchte möchtest möchten muss musst müssen will willst wollen bitte darf dürfte wäre wären hätte hätten',
    ),
    present: oneOf(
      'ist sind bin bist seid habe hab hast hat haben habt gibt steht stehen macht mache machst machen hab geht gehe gehst fährt fahre liegt kommt findet lebe lebst lebt wohne wohnst wohnt arbeite arbeitest arbeitet heißt weißt',
    ),
    arranged: oneOf(
      'geplant planten? plantest vereinbart verabredet ausgemacht vorgenommen vorgehabt vorhatte versprochen wollte wollten wolltest beschlossen',
    ),
    still: oneOf('noch jetzt derzeit aktuell momentan immer'),
    edge: 'seit|bis|bis zum|bis zu|vor|nach|ab|von|vom',
    about: 'für|über|zum|zur|an den|auf den|auf die',
    marks: setOf(
      'der die das den dem ein eine einen ich du er sie wir ihr es mein meine dein ist sind war waren habe hast hat haben was wer wo wann wie welche warum im am in an auf mit und oder nicht mir mich uns dass für von zu bei noch schon gibt vor seit',
    ),
  },
};
