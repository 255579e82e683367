import { type LanguageCode, languages, splitWords } from '@salience/language';

/** What a message wants of the agent itself, where that is neither a question about what was told nor a statement. */
export type Intent =
  /** Who are you, what can you do. */
  | 'agent'
  /** What do you know about me. */
  | 'asker'
  /** How are you. */
  | 'wellbeing'
  /** Forget what I said. */
  | 'forget'
  /** Remind me to call Bob. */
  | 'remind'
  /** That's wrong, and no more than that. */
  | 'wrong'
  /** Nothing to hold on to: no words, a test, orders to drop the instructions. */
  | 'nothing';

/** An intent with the language it was worded in. */
export interface FoundIntent {
  readonly intent: Intent;
  readonly language: LanguageCode;
}

// Where one of these stands in a sentence does not matter; `forget`, `remind` and `wrong` must be the whole of it.
const articles = '(?:the |just |only |really |an? |ein |eine |un |une |una |um |uma |le |el |o |il |real )*';
const kinds =
  '(?:chat ?gpt|gpt\\S*|claude|gemini|siri|alexa|copilot|llama|mistral|ai|ki|ia|bot|chatbot|robot|roboter|human|mensch|humain|humano|umano|real|llm|(?:language )?model|sprachmodell|person|machine|program)';
const sources: Readonly<Record<Exclude<Intent, 'nothing'>, Readonly<Record<LanguageCode, string>>>> = {
  agent: {
    en: `(?:who|what) (?:exactly )?are you(?= *(?:$|[?.!,]|called|exactly|really))|what(?:['’]?s| is) your name|do you have a name|are you ${articles}${kinds}|what (?:all )?can you do(?! (?:about|with|for))|what do you do *(?:$|[?.!])|how can you help|introduce yourself|tell me about yourself`,
    de: `(?:wer|was) (?:bist du|sind sie)(?= *(?:$|[?.!,]|eigentlich|genau))|wie hei(?:ß|ss)t du|wie hei(?:ß|ss)en sie|(?:wie|was) ist dein name|was kannst du|was können sie (?:tun|machen)|(?:bist du|sind sie) ${articles}${kinds}`,
    fr: `qui (?:es[- ]tu|êtes[- ]vous)|(?:tu es|t['’]es|vous êtes) qui|comment (?:t['’]appelles[- ]tu|tu t['’]appelles|vous appelez[- ]vous)|quel est (?:ton|votre) nom|(?:que|qu['’]est[- ]ce que) (?:peux[- ]tu|pouvez[- ]vous|sais[- ]tu|tu peux|tu sais|vous pouvez) faire|(?:es[- ]tu|êtes[- ]vous|tu es) ${articles}${kinds}`,
    es: `quién (?:eres|es usted)|cómo (?:te llamas|se llama usted)|cuál es (?:tu|su) nombre|qué (?:puedes|sabes|puede) hacer|eres ${articles}${kinds}`,
    pt: `quem (?:és(?: tu)?|é você)|como (?:te chamas|você se chama|se chama você)|qual é o (?:teu|seu) nome|o que (?:é que )?(?:você )?(?:podes|pode|consegues|consegue|sabes|sabe) fazer|(?:és|você é) ${articles}${kinds}`,
    it: `chi sei(?: tu)?|come ti chiami|qual è il tuo nome|(?:che )?cosa (?:puoi|sai) fare|sei ${articles}${kinds}`,
  },
  asker: {
    en: "what (?:(?:all )?do you (?:know|remember|recall)|have i told you|did i tell you)(?: so far)?(?: about (?:me|myself))? *(?:so far *)?(?:$|[?.!])|(?:tell me )?(?:everything|what|all) (?:that )?you (?:know|remember) about me|what (?:have you|you(?:['’]ve| have)) (?:learned|learnt|found out|written(?: down)?) (?:so far )?about (?:me|us)|who am i *(?:$|[?.!])",
    de: 'was weißt du (?:alles )?(?:über|von) mich?r?|was habe ich dir (?:alles )?(?:erzählt|gesagt)|wer bin ich *(?:$|[?.!])',
    fr: "(?:que|qu['’]est[- ]ce que) (?:sais[- ]tu|tu sais|savez[- ]vous) (?:de|sur|à propos de) moi|que t['’]ai[- ]je dit|qui suis[- ]je",
    es: 'qué (?:sabes|recuerdas) (?:de|sobre|acerca de) mí|qué te (?:he dicho|dije|conté)|quién soy(?: yo)? *(?:$|[?.!])',
    pt: 'o que (?:é que )?(?:você )?(?:sabes?|lembras?) (?:de|sobre|acerca de) mim|quem sou(?: eu)? *(?:$|[?.!])',
    it: '(?:che )?cosa (?:sai|ricordi) (?:di|su) me|chi sono(?: io)? *(?:$|[?.!])',
  },
  wellbeing: {
    en: "how are you(?: doing| today| feeling)*|how(?:['’]s| is) it going|how do you do|how(?:['’]ve| have) you been|what['’]?s up(?! with)",
    de: "wie geht(?:['’]?s| es)?(?: (?:dir|ihnen|euch))?|alles gut\\?|was geht",
    fr: '(?:comment )?ça va(?: bien)?|comment (?:vas[- ]tu|tu vas|allez[- ]vous)|tu vas bien',
    es: '(?:cómo|como) (?:estás?|te va|andas|está usted)|qué tal',
    pt: 'como (?:estás?|vais?|está(?: você)?|você está|vai você)|tudo bem|tudo bom',
    it: 'come (?:stai|sta|va|state)|tutto bene',
  },
  forget: {
    en: '(?:forget|delete|erase|remove|unlearn|wipe) (?:what|everything|anything|all|about|that (?:i|my)|my |the (?:fact|thing)|whatever)',
    de: '(?:vergiss|vergessen sie|lösche?),? (?:bitte,? )?(?:was|alles|dass|das,|meine?n?|mich)',
    fr: '(?:oublie|oubliez|efface|supprime),? (?:ce que|tout|mon|ma|mes|que)',
    es: '(?:olvida|olvídate de|borra|elimina) (?:lo que|todo|mi|mis|que)',
    pt: '(?:esquece|esqueça|esquece-te do|apaga|apague) (?:o que|tudo|que|o meu|a minha|meu|minha)',
    it: '(?:dimentica|scorda|cancella|elimina) (?:quello che|ciò che|tutto|che|il mio|la mia)',
  },
  remind: {
    en: '(?:remind me (?:to|about|that|at|on|in|by|tomorrow|today|tonight|every|next|later)|set (?:me )?(?:a|an|another) (?:reminder|alarm))(?!\\p{L})',
    de: '(?:erinnere?|erinnern sie) mich (?:bitte )?(?:daran|an|morgen|heute|um|am|in|jeden)(?!\\p{L})',
    fr: "rappel(?:le|ez)[- ]moi (?:de |d['’]|demain|que )",
    es: 'recuérdame (?:que|mañana|comprar|llamar|\\p{L}+[aei]r)(?!\\p{L})',
    pt: '(?:lembra-me|lembre-me|me lembr[ae]) (?:de|amanhã|que)(?!\\p{L})',
    it: 'ricordami (?:di|domani|che)(?!\\p{L})',
  },
  wrong: {
    en: "(?:that|this|it)(?:['’]?s| is| was) (?:(?:just|all|completely|totally) )?(?:wrong|incorrect|false|not (?:right|true|correct|it|what i said|what i asked))|(?:that|it) is(?:n['’]t| not) (?:right|true|correct)|(?:that|it) isn['’]t (?:right|true|correct)|you(?:['’]re| are) (?:wrong|mistaken)|wrong|incorrect|not true",
    de: '(?:das|es) (?:stimmt (?:so )?nicht|ist (?:falsch|nicht (?:richtig|wahr))|war falsch)|falsch|stimmt nicht',
    fr: "(?:c['’]est (?:faux|pas (?:vrai|ça|juste)|incorrect)|ce n['’]est pas (?:vrai|ça|juste|correct)|faux)",
    es: '(?:eso )?(?:no es (?:verdad|correcto|cierto|así)|está mal|es (?:falso|incorrecto))|incorrecto|falso',
    pt: '(?:isso )?(?:está errado|não é (?:verdade|correto|isso|assim)|é falso)|errado',
    it: '(?:questo )?(?:è (?:sbagliato|falso)|non è (?:vero|corretto|giusto|così))|sbagliato|falso',
  },
};

const no = '(?:(?:no|nope|nein|non|não|oh|sorry|but|well|aber|mais|pero|mas|ma)[ ,.!]+)*';
const polite =
  '(?:(?:please|can you|could you|will you|would you|bitte|por favor|ok|okay|hey|hi|hello)[ ,]+)*';
// Compiled once and in the order they are tried: a Unicode pattern costs milliseconds to compile.
const patterns = (Object.keys(sources) as (keyof typeof sources)[]).flatMap((intent) =>
  languages.map((language) => {
    const source = sources[intent][language];
    const whole = intent === 'wrong' ? `^[¡¿]?${no}(?:${source})[ .!]*$` : undefined;
    const first = intent === 'forget' || intent === 'remind' ? `^[¡¿]?${polite}(?:${source})` : undefined;
    const pattern = new RegExp(whole ?? first ?? `(?<![\\p{L}\\p{N}])(?:${source})(?!\\p{L})`, 'u');
    return { intent, language, pattern };
  }),
);

const emptyTalk =
  /^(?:this is )?(?:(?:just )?(?:an? )?test(?:ing)?|ping|foo|bar|asdf\w*|qwert\w*|lorem ipsum)(?:[ ,.!]*(?:test(?:ing)?|\d|one|two|three))*[ .!]*$/;
const dropOrders =
  /^(?:please |now |ok,? )*(?:ignore|disregard|override|forget|bypass) (?:(?:all|any|every|everything|the|your|of|my) )*(?:previous|prior|above|earlier|preceding|system|instructions?|rules|prompts?)\b/;

/** What a message wants of the agent itself; undefined for everything else. */
export function findIntent(text: string, detected: LanguageCode): FoundIntent | undefined {
  const lower = text.toLowerCase().normalize('NFC').replace(/\s+/g, ' ').trim();
  if (splitWords(lower).length === 0 || emptyTalk.test(lower) || dropOrders.test(lower)) {
    return { intent: 'nothing', language: detected };
  }
  // What goes on and on says something of its own besides.
  if (lower.length > 200) return undefined;
  const found = patterns.filter(({ pattern }) => pattern.test(lower));
  const best = found[0];
  if (best === undefined || (best.intent === 'wellbeing' && splitWords(lower).length > 9)) return undefined;
  // "no" and "falso" are words of several languages.
  return found.find((item) => item.intent === best.intent && item.language === detected) ?? best;
}

/** True for a sentence that speaks to the agent about its own workings and tells nothing worth looking up. */
export function isTalkToAgent(sentence: string, detected: LanguageCode): boolean {
  const intent = findIntent(sentence, detected)?.intent;
  return intent !== undefined && intent !== 'remind' && intent !== 'wellbeing';
}
