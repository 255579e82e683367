import { tokenise } from '@salience/language';
import { type PhraseSet, phraseSet } from './phrase-set.ts';

/** What an order in fragments is told by, in one language. Levelled as tokens are. */
export interface FragmentWords {
  /** Before a noun: that some of it is meant: "a", "another". Numbers are `countWords`. */
  readonly amounts: PhraseSet;
  /** Before a noun: how much of it is in what it comes in: "a cup of". */
  readonly portions: PhraseSet;
  /** Before a noun: that a certain one is meant: "the". */
  readonly certain: PhraseSet;
  /** Sizes, beside a noun or alone: "large". */
  readonly sizes: PhraseSet;
  /** Go on with what was said: "and", "with", "without". */
  readonly joins: PhraseSet;
  /** Put one thing in another's place: "not", "instead". */
  readonly changes: PhraseSet;
  /** Begin a wish to be given what is named behind them: "can I get". */
  readonly gives: PhraseSet;
  /** Say for whom it is: "for me". With an amount behind them something is ordered. */
  readonly mine: PhraseSet;
  /** Begin such a wish as well, and anything else: "I'll have the soup", "I'll have surgery". */
  readonly takes: PhraseSet;
  /** Before a counted thing: that it is wanted. "I like two lemonades" orders, "I like lemonade" tells. */
  readonly likes: PhraseSet;
  /** Say of what is named before them that it is taken: "is fine", "please". */
  readonly accepts: PhraseSet;
  /** Words of a sentence, beside those that the table of the language names: a clause with one of them is no fragment. */
  readonly verbs: PhraseSet;
  /** In a thing that is just named: what is told of it, so that it is asked about and not ordered: "the meaning of life". */
  readonly relations: PhraseSet;
  /** Ending of a word that tells a doing where it stands last: "updated". */
  readonly doing?: RegExp;
}

const phrases = (list: string): PhraseSet => phraseSet(list.split('|'));
const words = (list: string): PhraseSet => phraseSet(tokenise(list));

/** Numbers of all languages: most of them are in no table of languages, so that a text of a number and a name is in none. */
export const countWords: PhraseSet = words(
  'one two three four five six seven eight nine ten eleven twelve dozen both ' +
    'eins zwei zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dutzend beide ' +
    'deux trois quatre cinq six sept huit neuf dix onze douze douzaine ' +
    'uno dos tres cuatro cinco seis siete ocho nueve diez once doce docena ' +
    'dois duas três quatro cinco seis sete oito nove dez onze doze dúzia ' +
    'due tre quattro cinque sei sette otto nove dieci undici dodici dozzina',
);

/** Not part of the tables of languages: those also tell which language a text is in, and these words may not move that. */
export const fragmentWords: Readonly<Record<string, FragmentWords>> = {
  en: {
    amounts: phrases(
      'a|an|another|one more|some|some more|more|extra|a couple of|a pair of|a few|several|half',
    ),
    portions: phrases(
      'a cup of|a glass of|a bottle of|a slice of|a piece of|a bowl of|a pack of|a box of|a can of|a pot of|a bag of',
    ),
    certain: words('the'),
    sizes: words('small medium large regular big double triple single'),
    joins: words('and plus with without also or'),
    changes: phrases('not|instead|rather'),
    gives: phrases(
      "can i get|can i have|can we get|can we have|could i get|could i have|could we get|could we have|may i have|may i get|i'd prefer|i would prefer|i will prefer|i'd like to have|i would like to have",
    ),
    mine: phrases('for me'),
    takes: phrases(
      "i'll have|i'll take|i'll get|i will have|i will take|i will get|i would take|i would have|i'd have|i'd take|we'll have|we'll take|we will have|we will take|going with|i'm going with|i am going with|i'll go with|i will go with|i'd go with|let's go with|i'll go for|i will go for|let me get|let me have",
    ),
    likes: phrases('i like|i prefer|i take|i choose|i pick|we like|we take'),
    accepts: phrases(
      'is fine|is ok|is okay|is good|is enough|enough|only|will do|would do|would be fine|would be good|would be great|sounds good|works for me|preferable|preferably|preferred|for me|for us|to go|please|instead|too|as well|with pleasure',
    ),
    verbs: words(
      'i you u me us him them myself yourself s ve ll d be been being do does did don doesn didn can could would should will may might must shall won isn wasn aren cannot let got get need want know think hope see tell says said goes went comes came works worked looks seems',
    ),
    relations: words(
      'of for about in on at to from by as like than into out past ago off up back away per each how what who where when why which if because since while any my your',
    ),
    doing: /(?:ing|ed)$/u,
  },
  de: {
    amounts: phrases(
      'ein|eine|einen|einer|noch ein|noch eine|noch einen|ein paar|etwas|mehr|extra|ein bisschen|ein halbes|eine halbe|einen halben',
    ),
    portions: phrases(
      'eine tasse|ein glas|eine flasche|ein stück|eine scheibe|eine portion|eine packung|eine dose|eine kanne|einen becher|eine schale',
    ),
    certain: words('der die das den'),
    sizes: words(
      'klein kleine kleiner kleinen kleines mittel mittlere mittleren groß große großer großen großes doppelt doppelte doppelten',
    ),
    joins: words('und plus mit ohne auch dazu sowie oder'),
    changes: phrases('nicht|kein|keine|keinen|lieber|sondern|statt|stattdessen'),
    gives: phrases(
      'ich hätte gern|ich hätte gerne|wir hätten gern|wir hätten gerne|kann ich bitte|für mich bitte',
    ),
    mine: phrases('für mich'),
    takes: phrases('ich nehme|ich nehm|wir nehmen|ich hätte|ich bekomme|ich kriege'),
    likes: phrases('ich bevorzuge|ich will|ich wähle'),
    accepts: phrases(
      'ist gut|ist ok|ist okay|reicht|reichen|genügt|passt|wäre gut|wäre schön|für mich|bitte|lieber|stattdessen|auch|zum mitnehmen',
    ),
    verbs: words(
      'ich du wir sie er es ist sind war waren hat habe haben kann können wird werden soll muss will mag gibt geht kommt macht weiß',
    ),
    relations: words(
      'von vom davon über gegen vor ab zu zum zur in im am an auf für bei nach aus wie was wer wo wann warum welche welcher ob weil mein meine dein deine',
    ),
  },
  fr: {
    amounts: phrases(
      "un|une|encore un|encore une|un peu de|un peu d'|quelques|du|de l'|des|plus de|plus d'|un demi|une demie",
    ),
    portions: phrases(
      "une tasse de|un verre de|un verre d'|une bouteille de|une bouteille d'|une tranche de|un morceau de|une part de|un paquet de|une boîte de|un bol de",
    ),
    certain: words('le la les'),
    sizes: words('petit petite petits petites moyen moyenne grand grande grands grandes double'),
    joins: words('et plus avec sans aussi ou'),
    changes: phrases('pas|plutôt|au lieu'),
    gives: phrases(
      "je peux avoir|puis je avoir|est ce que je peux avoir|je pourrais avoir|pourrais je avoir|je préférerais|j'aimerais avoir|je voudrais avoir|donne moi|donnez moi|mets moi|mettez moi",
    ),
    mine: phrases('pour moi'),
    takes: phrases('je prends|je prendrai|on prend|nous prenons'),
    likes: phrases('je préfère|je veux|je choisis'),
    accepts: phrases(
      "me va|c'est bien|c'est bon|ça va|suffit|suffira|pour moi|s'il te plaît|s'il vous plaît|stp|svp|plutôt|aussi|à emporter",
    ),
    verbs: words(
      'je tu il elle nous vous ils elles on est sont suis es était a ai as ont avons avez peut peux faut va vais vas fait veut',
    ),
    relations: words(
      'sur pour à au aux dans par chez vers comme comment que qui où quand pourquoi quel quelle si parce mon ma mes ton ta tes',
    ),
  },
  es: {
    amounts: phrases('un|una|unos|unas|otro|otra|otros|otras|un poco de|más|extra|medio|media|un par de'),
    portions: phrases(
      'una taza de|un vaso de|una botella de|una copa de|una porción de|una rebanada de|un trozo de|un paquete de|una lata de|una caja de',
    ),
    certain: words('el la los las'),
    sizes: words('pequeño pequeña pequeños pequeñas mediano mediana medianos medianas grande grandes doble'),
    joins: words('y con sin también además o'),
    changes: phrases('no|mejor|en vez|en lugar|sino'),
    gives: phrases(
      'ponme|póngame|dame|deme|tráeme|tráigame|puedo tener|me puede dar|me puedes dar|preferiría|me gustaría tener',
    ),
    mine: phrases('para mí'),
    takes: phrases('me da|me das|me pone|me pones|me trae|tomo|tomaré|voy a tomar|que sea|que sean'),
    likes: phrases('quiero|prefiero|elijo'),
    accepts: phrases('está bien|me vale|es suficiente|basta|para mí|por favor|mejor|también|para llevar'),
    verbs: words(
      'yo tú él ella es son era soy eres está están estoy ha he han hay tiene tengo tienes puede puedo quiere va voy hace',
    ),
    relations: words(
      'sobre para en a al por desde hasta como cómo qué quién dónde cuándo cuál si porque mi mis tu tus',
    ),
  },
  pt: {
    amounts: phrases(
      'um|uma|uns|umas|outro|outra|mais um|mais uma|um pouco de|mais|extra|meio|meia|um par de',
    ),
    portions: phrases(
      'uma chávena de|uma xícara de|um copo de|uma garrafa de|uma fatia de|uma porção de|um pedaço de|um pacote de|uma lata de|uma caixa de',
    ),
    certain: words('o a os as'),
    sizes: words('pequeno pequena pequenos pequenas médio média médios médias grande grandes duplo dupla'),
    joins: words('e com sem também ou'),
    changes: phrases('não|melhor|em vez|antes'),
    gives: phrases(
      'pode me dar|me dê|dá me|dê me|traz me|traga me|me traz|me traga|posso ter|preferia|gostaria de ter',
    ),
    mine: phrases('para mim|pra mim'),
    takes: phrases('me dá|eu fico com|fico com|vou querer|vou tomar|vou levar|faça'),
    likes: phrases('quero|prefiro|escolho'),
    accepts: phrases(
      'está bem|está bom|tá bom|chega|é suficiente|para mim|pra mim|por favor|também|para levar',
    ),
    verbs: words(
      'eu tu ele ela é são era sou és está estão estou há tem tenho tens pode posso quer vai vou faz',
    ),
    relations: words(
      'sobre para em no na por desde até como que quem onde quando qual se porque meu minha teu tua',
    ),
  },
  it: {
    amounts: phrases(
      "un|uno|una|un'|un altro|un'altra|ancora un|ancora una|un po' di|alcuni|alcune|del|della|dei|delle|più|extra|mezzo|mezza|un paio di",
    ),
    portions: phrases(
      "una tazza di|un bicchiere di|un bicchiere d'|una bottiglia di|una bottiglia d'|una fetta di|una porzione di|un pezzo di|un pacco di|una lattina di|una scatola di",
    ),
    certain: words('il lo la i gli le'),
    sizes: words('piccolo piccola piccoli piccole medio media medi medie grande grandi doppio doppia'),
    joins: words('e con senza anche o'),
    changes: phrases('non|meglio|invece|piuttosto'),
    gives: phrases(
      'mi dai|mi dia|dammi|mi porti|portami|posso avere|potrei avere|preferirei|vorrei avere|mettimi',
    ),
    mine: phrases('per me'),
    takes: phrases('mi dà|mi porta|prendo|prenderò|prendiamo|facciamo'),
    likes: phrases('preferisco|scelgo|voglio'),
    accepts: phrases(
      'va bene|vanno bene|basta|bastano|è sufficiente|per me|per favore|per piacere|grazie|anche|invece|da portare via|da asporto',
    ),
    verbs: words(
      'io tu lui lei noi voi loro è sono era sei siamo ha ho hanno hai c può posso vuole va vado fa',
    ),
    relations: words('su sul sulla per in a al da come che chi dove quando quale perché se mio mia tuo tua'),
  },
};
