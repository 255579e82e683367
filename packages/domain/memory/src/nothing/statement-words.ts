import { tokenise } from '@salience/language';

/** The words of one language by which a question or a request shows that it also states something. */
export interface StatementWords {
  /** Subjects of the first person, and its commonest verbs where a language leaves the subject out. */
  readonly self: ReadonlySet<string>;
  /** Those verbs may begin a question: "¿tengo citas hoy?". */
  readonly dropsSubject: boolean;
  /** Words that may stand directly before `self` in a question; empty for languages whose word order does not tell. */
  readonly beforeSelf: ReadonlySet<string>;
  /** Words that never stand directly before `self` in a question. */
  readonly notBeforeSelf: ReadonlySet<string>;
  /** "my", "our". */
  readonly possessives: ReadonlySet<string>;
  /** Introduce a reason or circumstance, which is a statement: "because", "now that". Anywhere but at the beginning. */
  readonly reasons: readonly string[];
  /** Begin a clause about the word before them: "the flat that I rented". */
  readonly relatives: ReadonlySet<string>;
  /** Verbs that state something of what they stand with: "the code is 4417". */
  readonly states: ReadonlySet<string>;
  /** Ask to remember what follows: "save", "write down". */
  readonly keeps: ReadonlySet<string>;
  /** Verbs of knowing and telling, and common questions about people: "do you remember my birthday", "wie alt ist meine Tochter". */
  readonly knows: ReadonlySet<string>;
  /** Prepositions of place: "from". */
  readonly places: ReadonlySet<string>;
}

/** Words separated by spaces; reasons, which may have several words, by bars. */
type Written = { readonly [K in Exclude<keyof StatementWords, 'dropsSubject'>]: string };

const withoutSubject: readonly string[] = ['es', 'pt', 'it'];

/** By language code, for the languages that the router reads. */
const written: Readonly<Record<string, Written>> = {
  en: {
    self: 'i we myself',
    beforeSelf:
      'am are was were do does did don didn have had haven can could couldn will would wouldn shall should shouldn may might must what where when how who which why time day do t',
    notBeforeSelf: '',
    possessives: 'my our mine',
    reasons: 'because|since|cause|although|though|given|while|whereas|considering|now that',
    relatives: 'who which that whose where when',
    states: 'is are was were am m s re has had ve will',
    keeps: 'save note notes store record jot memorize memorise log',
    knows: 'remember recall know tell say said told show find spell repeat old long often much many far soon',
    places: 'from in at',
  },
  de: {
    self: 'ich wir',
    beforeSelf: '',
    notBeforeSelf:
      'weil da denn dass daß wenn als obwohl seit seitdem nachdem bevor damit der die das den dem deren und oder aber',
    possessives: 'mein meine meinen meinem meiner meines unser unsere unseren unserem unserer unseres',
    reasons: 'weil|obwohl|obgleich|nachdem|seitdem|denn ich|jetzt wo',
    relatives: 'wenn',
    states: 'ist sind war waren bin hat hatte heisst wohnt wird',
    keeps:
      'speichere speicher speichern notiere notier notieren merke merk merken schreib schreibe aufschreiben vermerke',
    knows:
      'weisst kennst erinnerst sag sage nenn nenne zeig zeige wissen sagen alt lange oft viel viele weit heisst wohnt mag',
    places: 'aus in im am bei',
  },
  fr: {
    self: 'j je',
    beforeSelf: '',
    notBeforeSelf: 'car puisque comme lorsque quand si depuis et mais ou',
    possessives: 'mon ma mes notre nos',
    reasons: 'parce que|puisque|car|vu que|bien que|maintenant que|etant donne',
    relatives: 'qui que qu dont quand',
    states: 'est sont etait etaient ont suis sera',
    keeps: 'note notez noter enregistre enregistrer enregistrez retiens retenez sauvegarde garde gardez',
    knows:
      'sais savez connais connaissez souviens souvenez rappelles rappelez dis dire age ans redis appelle aime habite',
    places: 'de depuis a au dans en',
  },
  es: {
    self: 'yo soy estoy tengo vivo trabajo quiero necesito odio amo gusta encanta llamo mude compre he fui era voy debo quisiera gustaria',
    beforeSelf: '',
    notBeforeSelf: 'porque pues como ya y pero si cuando',
    possessives: 'mi mis nuestro nuestra nuestros nuestras',
    reasons: 'porque|pues|puesto que|aunque|ya que|dado que|ahora que',
    relatives: 'que quien donde cuyo cuya cuando',
    states: 'es son esta estan era eran ha tiene vive sera',
    keeps: 'guarda guardar apunta apuntar anota anotar registra graba memoriza',
    knows: 'sabes sabe recuerdas recuerda acuerdas conoces dime decirme dijiste anos repite llama gusta vive',
    places: 'desde en de',
  },
  pt: {
    self: 'eu sou estou tenho moro vivo trabalho quero preciso odeio amo gosto adoro chamo comprei mudei fui era vou devo gostaria queria',
    beforeSelf: '',
    notBeforeSelf: 'porque pois como ja e mas se quando',
    possessives: 'meu minha meus minhas nosso nossa nossos nossas',
    reasons: 'porque|pois|embora|visto que|ja que|dado que|agora que',
    relatives: 'que quem onde cujo cuja quando',
    states: 'sao esta estao era eram tem mora vive sera foi',
    keeps: 'guarda guarde guardar anota anote anotar regista registra registe grava salva memoriza',
    knows: 'sabes sabe lembras lembra conheces conhece diz diga dizer disse anos repete chama gosta mora',
    places: 'de desde em no na do da',
  },
  it: {
    self: 'io sono sto ho abito vivo lavoro voglio odio amo piace chiamo comprato trasferito ero vado devo vorrei piacerebbe',
    beforeSelf: '',
    notBeforeSelf: 'perche poiche siccome dato e ma se quando',
    possessives: 'mio mia miei mie nostro nostra nostri nostre',
    reasons: 'perche|poiche|siccome|benche|visto che|dato che|adesso che|ora che',
    relatives: 'che cui dove quando',
    states: 'era erano ha hanno abita vive sara',
    keeps: 'salva salvare segna segnare annota annotare registra memorizza conserva',
    knows: 'sai sa ricordi ricorda conosci dimmi dirmi detto anni ripeti chiama piace abita',
    places: 'da dal in dalla',
  },
};

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).flatMap(tokenise));
}

function compile(code: string, lists: Written): StatementWords {
  return {
    dropsSubject: withoutSubject.includes(code),
    self: wordsOf(lists.self),
    beforeSelf: wordsOf(lists.beforeSelf),
    notBeforeSelf: wordsOf(lists.notBeforeSelf),
    possessives: wordsOf(lists.possessives),
    reasons: lists.reasons.split('|').map((reason) => tokenise(reason).join(' ')),
    relatives: wordsOf(lists.relatives),
    states: wordsOf(lists.states),
    keeps: wordsOf(lists.keeps),
    knows: wordsOf(lists.knows),
    places: wordsOf(lists.places),
  };
}

const compiled = new Map(Object.entries(written).map(([code, lists]) => [code, compile(code, lists)]));

/** The words of a language by its code; undefined for a language that is not listed. */
export function statementWords(code: string): StatementWords | undefined {
  return compiled.get(code);
}
