import { once } from '@salience/language';

/** Languages in which a word for "her" or "him" is an article too. */
export type ArticlePronouns = 'es' | 'fr' | 'it' | 'pt';

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '));

// What is done to people. Folded: without accents. Regular ones as infinitives; forms of others one by one.
const regular: Readonly<Record<ArticlePronouns, string>> = {
  es:
    'llamar visitar invitar ayudar acompanar abrazar besar escuchar esperar extranar cuidar llevar dejar buscar saludar felicitar admirar amar odiar ' +
    'necesitar contratar echar mirar presentar operar ingresar curar casar perdonar enganar insultar molestar preocupar olvidar recordar encontrar ' +
    'trasladar despertar apoyar conocer querer recoger traer oir seguir atender despedir recibir convencer',
  pt:
    'chamar visitar convidar ajudar acompanhar abracar beijar escutar esperar cuidar levar deixar buscar procurar cumprimentar admirar amar odiar ' +
    'contratar olhar apresentar operar internar curar perdoar enganar insultar preocupar esquecer recordar lembrar encontrar acordar apoiar adorar ' +
    'conhecer querer receber atender convencer despedir ouvir',
  it:
    'chiamare visitare invitare aiutare accompagnare abbracciare baciare ascoltare aspettare curare portare lasciare cercare salutare ammirare amare ' +
    'odiare incontrare trovare operare ricoverare perdonare ingannare insultare preoccupare dimenticare ricordare svegliare adorare guardare sposare ' +
    'licenziare assumere conoscere vedere prendere sentire seguire ricevere convincere',
  fr: '',
};

const irregular: Readonly<Record<ArticlePronouns, string>> = {
  es:
    'vi vio ve veo ves vemos ven vimos vieron viste veia veian vere vera veremos conozco conozca quiero quiere quieren quieres quise quiso recojo ' +
    'traigo trajo traje trajeron oigo oye oi oyo sigo sigue siguio encuentro encuentra encuentran recuerdo recuerda recuerdan atiendo atiende ' +
    'despido despidio despidieron despierto despierta invite busque abrace extrane',
  pt:
    'ver vi viu ve vejo ves vemos veem vimos viram via viam verei vera conheco conheca quero quis quiseram trouxe traz trago trouxeram ouco ouve ouvi ' +
    'ouviu busquei abracei',
  it:
    'vidi vide vedo vede vedi vediamo vedono vedro vedra vedremo vedevo vedeva conosco conosce conobbi conobbe incontrai prendo prese presi sento sente ' +
    'seguo segue cerchi cercai chiamai',
  fr:
    'vois voit voyons voyez voient voyais voyait vis vit verrai verra connais connait connaissons connaissez connaissent connaissait appelle appelles ' +
    'appelons appelez appellent appelais appelait appelai appela aime aimes aimons aimez aiment aimais aimait adore adorait deteste rencontre ' +
    'rencontrai rencontra rencontrerai invite invitai invita visite visitai aide aidais aidait aidai aida attends attend attendais attendait ' +
    'cherche cherchais cherchait regarde regardais ecoute ecoutais embrasse embrassa accompagne accompagnais remercie felicite salue quitte quitta ' +
    'retrouve retrouvai comprends comprend crois croit entends entend emmene amene laisse laissai garde soigne engage admire epouse epousa voir ' +
    'connaitre appeler rencontrer inviter visiter aider attendre chercher regarder ecouter embrasser accompagner remercier feliciter saluer ' +
    'retrouver comprendre entendre emmener amener laisser soigner engager admirer epouser',
};

// Forms that are nouns too: "la visita", "a ajuda", "la cura".
const nouns: Readonly<Record<ArticlePronouns, ReadonlySet<string>>> = {
  es: set(
    'llama visita ayuda espera busca cura casa mira deja escucha opera molestia compra cuida echa extrana ama llamada entrada',
  ),
  pt: set(
    'ajuda visita espera procura busca cura chama apoio acordo encontro beijo abraco convite chamada via ver deixa escuta ama amo conhecida olho ' +
      'cuidado recordo lembra cumprimento receita opera acorda atende esqueca leva levou',
  ),
  it: set(
    'visita chiama cura cerca opera porta caccia sente presa vista guarda sposa sposo presi presente prese conoscenza sento bacio abbraccio invito aiuto incontro amo',
  ),
  fr: set('aide visite rencontre garde cherche appel invite regarde ecoute vis vit quitte remercie'),
};

// As they stand after a helper.
const participles: Readonly<Record<ArticlePronouns, string>> = {
  es: 'visto traido oido',
  pt: 'visto vista trazido ouvido',
  it: 'visto vista conosciuto conosciuta preso presa',
  fr:
    'vu vue appele appelee rencontre rencontree invite invitee visite visitee aide aidee aime aimee adore embrasse embrassee accompagne ' +
    'accompagnee remercie remerciee felicite felicitee salue saluee quitte quittee retrouve retrouvee emmene emmenee laisse laissee soigne soignee ' +
    'engage engagee epouse epousee entendu entendue connu connue attendu attendue compris comprise',
};

// "I have seen her", "I want to see her": what stands between.
const helpers: Readonly<Record<ArticlePronouns, ReadonlySet<string>>> = {
  es: set(
    'he has ha hemos han habia habian hube hubiera habria voy vas va vamos van iba iban puedo puede pueden debo debe tengo estoy esta estan estaba estaban acabo suelo',
  ),
  pt: set('tenho tens tem temos tinha tinham vou vais vai vamos ia posso pode devo deve estou estava'),
  it: set(
    'ho hai ha abbiamo avete hanno avevo aveva avevano avro avrei sto stai sta stiamo stavo stava posso puo devo deve voglio vorrei',
  ),
  fr: set('ai as a avons avez ont avais avait avaient aurais aurait'),
};

// What is done to things: it points to nobody.
const things: Readonly<Record<ArticlePronouns, RegExp>> = {
  es: /^(?:compr|vend|le[iy]|com[eií]|beb|cocin|instal|repar|arregl|encend|enciend|apag|abr[eií]|cerr|firm|escrib|alquil|pag)/u,
  pt: /^(?:compr|vend|l[ei]|com[eiou]|beb|cozinh|instal|repar|arranj|consert|acend|apag|abr[ei]|fech|assin|escrev|alug|pag)/u,
  it: /^(?:compr|vend|legg|less|lett|mang|bev|cucin|install|ripar|aggiust|accend|spen[gt]|apr[ioe]|apert|chiud|chius|firm|scriv|scritt|affitt|pag)/u,
  fr: /^(?:achet|vend|lis|lu|mang|boi|bu|cuisin|install|repar|allum|etein|ouvr|ferm|sign|ecri|lou|pa[iy])/u,
};

const endings: Readonly<Record<'es' | 'it' | 'pt', Readonly<Record<string, string>>>> = {
  es: {
    ar: 'ar o as a amos an e aste aron aba abas aban abamos are ara aran aremos aria en es ando',
    er: 'er o es e emos en i iste io imos ieron ia ias ian iamos ere era eran eria a an iendo',
    ir: 'ir o es e imos en i iste io ieron ia ias ian iamos ire ira iran iria a an iendo',
  },
  pt: {
    ar: 'ar o as a amos am ei aste ou aram ava avas avam avamos arei ara arao aria e em ando',
    er: 'er o es e emos em i este eu eram ia ias iam iamos erei era erao eria a am endo',
    ir: 'ir o es e imos em i iste iu iram ia ias iam iamos irei ira irao iria a am indo',
  },
  it: {
    are: 'are o i a iamo ano ai asti o arono avo avi ava avano ero era eranno erei ando',
    ere: 'ere o i e iamo ono ei esti erono evo evi eva evano ero era eranno erei endo a',
    ire: 'ire o i e iamo ono ii isti irono ivo ivi iva ivano iro ira iranno irei endo a',
  },
};

const past: Readonly<Record<string, string>> = {
  ar: 'ado ada',
  er: 'ido ida',
  ir: 'ido ida',
  are: 'ato ata ati ate',
  ere: 'uto uta uti ute',
  ire: 'ito ita iti ite',
};

interface Forms {
  readonly finite: ReadonlySet<string>;
  readonly participles: ReadonlySet<string>;
}

const forms = once((): Readonly<Record<ArticlePronouns, Forms>> => {
  const made = (language: ArticlePronouns): Forms => {
    const finite = new Set(irregular[language].split(' '));
    const passed = new Set(participles[language].split(' '));
    if (language === 'fr') return { finite, participles: passed };
    for (const verb of regular[language].split(' ')) {
      const ending = Object.keys(endings[language]).find((one) => verb.endsWith(one)) ?? '';
      const stem = verb.slice(0, verb.length - ending.length);
      for (const one of endings[language][ending]?.split(' ') ?? []) finite.add(stem + one);
      for (const one of past[ending]?.split(' ') ?? []) passed.add(stem + one);
      // "Busqué", "cercherò".
      if (language === 'es' && /[cg]$/u.test(stem))
        finite.add(`${stem.replace(/c$/u, 'qu').replace(/g$/u, 'gu')}e`);
      if (language === 'it' && /[cg]$/u.test(stem))
        for (const one of ['hero', 'hera', 'hi', 'hiamo']) finite.add(stem + one);
    }
    return { finite, participles: passed };
  };
  return { es: made('es'), fr: made('fr'), it: made('it'), pt: made('pt') };
});

/** How a word reads as a verb whose object is a person; `noun-too` is also a noun, `thing` is done to things. */
export type VerbReading = 'verb' | 'participle' | 'noun-too' | 'thing' | 'helper' | undefined;

/** Whether a word, folded, is a form of a verb for what is done to people. */
export function personVerb(word: string, language: ArticlePronouns): VerbReading {
  if (helpers[language].has(word)) return 'helper';
  if (nouns[language].has(word) || nouns[language].has(word.replace(/s$/u, ''))) return 'noun-too';
  const { finite, participles: passed } = forms()[language];
  if (finite.has(word)) return 'verb';
  if (passed.has(word)) return 'participle';
  return things[language].test(word) ? 'thing' : undefined;
}

// Endings that hardly any noun has; with their accents, which tell "llamó" from "llamo".
const surely: Readonly<Record<ArticlePronouns, RegExp>> = {
  es: /(?:\p{L}{2}(?:ó|aron|ieron|ábamos|amos|aré|ará|eré|iré)|\p{L}{3}(?:é|aba|aban|aste|iste))$/u,
  pt: /\p{L}{2}(?:ou|aram|eram|iram|avam|ámos|arei|erei|irei)$/u,
  it: /\p{L}{2}(?:avo|evo|ivo|iamo|arono|erono|irono|erò|irò)$/u,
  fr: /\p{L}{2}(?:ais|ait|aient|erai|erons)$/u,
};

/** True for a word, as it is written, that can only be a verb by its ending. */
export function endsAsVerb(raw: string, language: ArticlePronouns): boolean {
  const word = raw.normalize('NFC').toLowerCase();
  return (
    surely[language].test(word) &&
    !/^(?:bebé|café|sílaba|palais|français|anglais|portugais|japonais|lait|fait|trait|motivo|vivo|nuovo|arrivo|ramos|vamos)$/u.test(
      word,
    )
  );
}
