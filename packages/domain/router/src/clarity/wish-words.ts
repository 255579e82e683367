import { phrases, words } from '../languages/language-table.ts';

/**
 * The words of one language that tell a wish to hear anything about a thing from a question about one side of it. Data only, levelled as the
 * tables of `languages/` are.
 */
export interface WishTable {
  /** ISO 639-1 code. */
  readonly code: string;
  /** Ask for something: "tell me", "i need". */
  readonly asks: readonly string[];
  /** Ask to have something found: "i am looking for". */
  readonly seeks: readonly string[];
  /** Ask for anything about what follows, all by themselves: "everything about". */
  readonly broad: readonly string[];
  /** Tell of an interest in what follows, which asks for nothing yet: "i am interested in". */
  readonly interest: readonly string[];
  /** Ask for what the agent holds on what follows, or what is new: "what do you know about". */
  readonly held: readonly string[];
  /** What is asked for is text, and says nothing of which: "information", "something". */
  readonly news: readonly string[];
  /** Come before the thing wherever they stand: "about". */
  readonly about: readonly string[];
  /** Come before the thing after one of `news`: "(information) on". */
  readonly after: readonly string[];
  /** Articles and amounts that may stand before a thing. */
  readonly articles: readonly string[];
  /** One of a kind is wanted, not a text: "a", "an". */
  readonly single: readonly string[];
  /** Ask what a thing is. */
  readonly whatIs: readonly string[];
  /** Name one side of a thing: "symptoms", "price". */
  readonly sides: readonly string[];
  /** Part a side from its thing: "(symptoms) of". */
  readonly of: readonly string[];
  /** Narrow a thing: "for (beginners)", "without". */
  readonly narrow: readonly string[];
  /** Say where or when, which narrows it less: "in (Spain)". */
  readonly where: readonly string[];
  /** Begin a question inside the wish: "how to", "what". */
  readonly asked: readonly string[];
  /** Compare, or pick the first of many: "best", "versus". */
  readonly choice: readonly string[];
  /** Say nothing behind the thing: "for me", "please". */
  readonly tails: readonly string[];
  /** Belongs to the speaker, to the agent, or to what was said before. */
  readonly known: readonly string[];
  /** Ends of words for what somebody does: "-ing". */
  readonly doing?: string;
}

/** English, German, French, Spanish, Portuguese and Italian. In any other language no wish is seen to be open. */
export const wishTables: readonly WishTable[] = [
  {
    code: 'en',
    asks: phrases(
      "tell|tell me|tell us|talk|talk to me|give|give me|give us|find out|get|get me|show|show me|send me|provide|provide me with|share|look up|learn|know|hear|read|read up|read me|teach me|educate me|fill me in|brief me|inform me|i need|i want|i'd like|i would like|i'd love|i'm after|do you have|do you have any|have you got|have you got any|is there|is there any|are there any|let me know|let's hear|let's see|understand",
    ),
    seeks: phrases(
      "find|find me|search|search for|look for|looking for|i'm looking for|i am looking for|we are looking for|i'm searching for|i am searching for|searching for|google|research|explore|discover|where can i find|where do i find|where can i get|how can i find|how do i find",
    ),
    broad: phrases(
      "wondering about|i'm wondering about|i was wondering about|introduce me to|everything about|all about|the basics of|an overview of|an introduction to",
    ),
    interest: phrases(
      "interested in|i'm interested in|i am interested in|i'm also interested in|i'm really interested in|curious about|i'm curious about|i am curious about|let's talk about|let us talk about|i like to talk about|i want to talk about|i'd like to talk about",
    ),
    held: phrases(
      "what do you know|do you know about|do you know anything|what can you tell me|what could you tell me|what do you have on|what do you remember|what's new|what is new|any news|is there any news|are there any news|what's up with",
    ),
    news: words(
      'information info infos informations details detail facts fact data something anything everything stuff things material materials resources background overview introduction basics knowledge instructions bit little lot more all some any further general',
    ),
    about: phrases('about|regarding|concerning|relating to|related to|with regard to|in regard to|as to'),
    after: words('on of for from'),
    articles: words('the a an some any more all this these those other another'),
    single: words('a an one another'),
    whatIs: phrases(
      "what is|what's|whats|what are|what was|what were|who is|who's|whos|who are|who was|who were|define|the definition of|meaning of",
    ),
    sides: words(
      'symptom symptoms sign signs cause causes reason reasons treatment treatments remedy remedies cure cures benefit benefits effect effects risk risks danger dangers advantage advantages disadvantage disadvantages price prices cost costs fee fees rate rates name names meaning definition difference differences date dates time times hour hours deadline deadlines address number numbers size height weight length age distance population capital result results score scores recipe recipes ingredient ingredients calories evidence proof rule rules requirement requirements step steps instruction directions biography bio lyrics author inventor founder owner president origin weather forecast temperature schedule salary balance limit status location ending plot cast color colour way ways example examples type types kind kinds tip tips role purpose structure law laws',
    ),
    of: words('of'),
    narrow: words(
      'for from by with without between against versus after before during since until when while if because through to than via using per under over near who that which whose where',
    ),
    where: words('in at on around within across'),
    asked: phrases(
      'how|how to|how do|how does|what|why|when|where|who|whom|whose|which|whether|if|is|are|does|do|can|should',
    ),
    choice: words(
      'best better worst cheapest cheap biggest largest smallest highest lowest oldest newest latest fastest nearest closest most least top vs versus compare compared previous next recent upcoming today tonight tomorrow yesterday now currently',
    ),
    tails: phrases('for me|for us|please|pls|thanks|thank you|if you can|if possible'),
    known: words(
      'my mine our ours me us i we myself your yours you yourself it this that these those they them him her he she its his their one ones there',
    ),
    doing: 'ing',
  },
  {
    code: 'de',
    asks: phrases(
      'erzähl|erzähle|erzähl mir|erzähle mir|erzählen sie mir|sag mir|sage mir|sag|sagen sie mir|gib mir|geben sie mir|zeig mir|zeige mir|zeigen sie mir|ich brauche|ich hätte gern|ich hätte gerne|ich möchte|ich will|ich würde gern|ich würde gerne|ich wüsste gern|kannst du mir|können sie mir|hast du|haben sie|gibt es|informiere mich',
    ),
    seeks: phrases(
      'finde|find|such|suche|suche nach|such nach|such mir|suche mir|ich suche|ich suche nach|wir suchen|recherchiere|wo finde ich',
    ),
    broad: phrases(
      'erzähl mir von|erzähle mir von|erzählen sie mir von|erzähl mir etwas von|erzähl mir vom|erzähle mir vom|alles über|alles zu|einen überblick über|eine einführung in',
    ),
    interest: phrases(
      'ich interessiere mich für|interessiere mich für|mich interessiert|mich interessieren|lass uns über|sprechen wir über|reden wir über|ich bin neugierig auf',
    ),
    held: phrases(
      "was weißt du|was wissen sie|weißt du etwas|weißt du was|was kannst du mir|was können sie mir|was gibt es neues|was gibt's neues|gibt es neuigkeiten|gibt's neuigkeiten|gibt es etwas neues|gibt es was neues|irgendwelche neuigkeiten",
    ),
    news: words(
      'informationen information infos info details fakten daten etwas was alles mehr einiges irgendetwas irgendwas material hintergründe wissenswertes neues ein bisschen wenig weitere allgemeine neuigkeiten',
    ),
    about: words('über bezüglich betreffend'),
    after: words('zu zum zur von vom für'),
    articles: words(
      'der die das den dem des ein eine einen einem einer einige mehr alle diese dieses diesen dieser',
    ),
    single: words('ein eine einen einem einer'),
    whatIs: phrases(
      'was ist|was sind|was war|was waren|wer ist|wer sind|wer war|wer waren|was bedeutet|definiere',
    ),
    sides: words(
      'symptome symptom anzeichen ursache ursachen grund gründe behandlung heilmittel hausmittel vorteil vorteile nachteil nachteile wirkung wirkungen nebenwirkungen risiko risiken gefahr gefahren preis preise kosten gebühr gebühren name namen bedeutung definition unterschied unterschiede datum termin uhrzeit zeit öffnungszeiten frist adresse nummer telefonnummer größe höhe gewicht länge alter entfernung einwohnerzahl hauptstadt ergebnis ergebnisse rezept rezepte zutaten kalorien beweise regeln voraussetzungen schritte anleitung biografie lebenslauf text autor erfinder gründer präsident herkunft ursprung wetter temperatur fahrplan gehalt kontostand stand ort handlung beispiel beispiele arten tipps zweck aufbau gesetz gesetze',
    ),
    of: words('des von vom der'),
    narrow: words(
      'für aus mit ohne zwischen gegen nach vor während seit bis wenn weil durch als mittels pro unter neben die der das welche deren dessen',
    ),
    where: words('in im an am auf bei um innerhalb'),
    asked: words(
      'wie was warum wieso weshalb wann wo wohin woher wer wem wen wessen welche welcher welches ob',
    ),
    choice: words(
      'beste besten bester bestes besser schlechteste billigste günstigste größte kleinste höchste niedrigste älteste neueste neuesten vorige nächste schnellste meiste meisten vergleiche heute morgen gestern jetzt gerade aktuell',
    ),
    tails: phrases('bitte|danke|für mich'),
    known: words(
      'mein meine meinen meinem meiner unser unsere unseren unserem mich mir uns ich wir dein deine deinen deinem deiner dich dir du ihnen ihre ihr ihren es das dies diese dieses davon dazu darüber ihn ihm sie er seine sein',
    ),
  },
  {
    code: 'fr',
    asks: phrases(
      "dis moi|dites moi|raconte|racontez|raconte moi|racontez moi|parle|parle moi|parlez moi|donne moi|donnez moi|montre moi|montrez moi|j'ai besoin de|j'ai besoin d'|il me faut|je voudrais|j'aimerais|je veux|j'aimerais savoir|j'aimerais en savoir|je voudrais en savoir|je veux en savoir|savoir|en savoir|apprendre|as tu|avez vous|y a t il|peux tu me parler|renseigne moi|informe moi",
    ),
    seeks: phrases(
      'trouve|trouve moi|trouvez moi|trouver|cherche|cherche moi|chercher|je cherche|je recherche|nous cherchons|où trouver|où puis je trouver',
    ),
    broad: phrases(
      'parle moi de|parle moi du|parle moi des|parle moi d|parlez moi de|parlez moi du|parlez moi des|parlez moi d|me parler de|me parler du|me parler des|me parler d|parle de|parle du|parle des|tout sur|un aperçu de|une introduction à',
    ),
    interest: phrases(
      "je m'intéresse à|je m'intéresse aux|je m'intéresse au|m'intéresse à|intéressé par|je suis intéressé par|je suis intéressée par|parlons de|parlons du|parlons des|parlons d|je suis curieux de|je suis curieuse de",
    ),
    held: phrases(
      "que sais tu|que savez vous|qu'est ce que tu sais|qu'est ce que vous savez|que peux tu me dire|que pouvez vous me dire|quoi de neuf|y a t il du nouveau|il y a du nouveau|des nouvelles",
    ),
    news: words(
      'informations information infos info renseignements renseignement détails détail faits données quelque chose quelques tout plus davantage peu documentation ressources généralités',
    ),
    about: phrases(
      'sur|à propos de|à propos du|à propos des|à propos d|au sujet de|au sujet du|au sujet des|concernant',
    ),
    after: words('pour de du des d'),
    articles: words('le la les l un une des du de d plus quelques ce cet cette ces'),
    single: words('un une'),
    whatIs: phrases(
      "qu'est ce que|qu'est ce qu|c'est quoi|qui est|qui sont|qui était|que sont|qu'est ce que c'est que|que signifie|définis",
    ),
    sides: words(
      'symptômes symptôme signes cause causes raison raisons traitement traitements remède remèdes avantage avantages inconvénients bienfaits effet effets risque risques danger dangers prix coût coûts tarif tarifs nom noms signification définition différence différences date dates heure heures horaires délai adresse numéro taille hauteur poids longueur âge distance population capitale résultat résultats recette recettes ingrédients calories preuves règles conditions étapes mode biographie paroles auteur inventeur fondateur président origine météo température salaire solde lieu intrigue exemple exemples types conseils but structure loi lois',
    ),
    of: words('de du des d'),
    narrow: words(
      'pour par avec sans entre contre après avant pendant depuis jusqu quand lorsque si parce que qui dont où afin selon sous près',
    ),
    where: words('en à au aux dans chez autour'),
    asked: phrases(
      'comment|pourquoi|quand|où|qui|que|quoi|quel|quelle|quels|quelles|combien|si|ce que|ce qui|est ce que',
    ),
    choice: words(
      'meilleur meilleure meilleurs meilleures mieux pire précédent prochain prochaine aujourd hui demain hier maintenant actuellement compare',
    ),
    tails: phrases("s'il te plaît|s'il vous plaît|stp|merci|pour moi"),
    known: words(
      'mon ma mes notre nos moi nous je j ton ta tes toi tu votre vos vous te ça cela ceci lui elle eux celui celle y son sa ses leur',
    ),
  },
  {
    code: 'es',
    asks: phrases(
      'dime|dígame|cuéntame|cuénteme|háblame|hábleme|habla|dame|deme|muéstrame|necesito|quiero|quisiera|querría|me gustaría|quiero saber|me gustaría saber|saber|aprender|conocer|tienes|tiene|hay|puedes decirme|puedes hablarme|infórmame',
    ),
    seeks: phrases(
      'encuentra|encuéntrame|encontrar|busca|búscame|buscar|busco|estoy buscando|buscamos|investiga|dónde puedo encontrar|dónde encuentro',
    ),
    broad: phrases(
      'háblame de|háblame del|hábleme de|hábleme del|cuéntame de|cuéntame del|hablarme de|hablarme del|todo sobre|una introducción a',
    ),
    interest: phrases(
      'me interesa|me interesan|estoy interesado en|estoy interesada en|interesado en|interesada en|hablemos de|hablemos del|tengo curiosidad por',
    ),
    held: phrases(
      'qué sabes|qué sabe|qué puedes decirme|qué me puedes decir|qué puede decirme|qué hay de nuevo|hay novedades|alguna novedad|hay noticias',
    ),
    news: words(
      'información informaciones info detalles datos hechos algo todo más cosas material recursos generalidades poco general',
    ),
    about: phrases('sobre|acerca de|acerca del|respecto a|respecto al|referente a'),
    after: words('para de del'),
    articles: words('el la los las un una unos unas más algunos algunas este esta estos estas'),
    single: words('un una'),
    whatIs: phrases(
      'qué es|qué son|qué era|qué fue|quién es|quién fue|quién era|quiénes son|qué significa|define',
    ),
    sides: words(
      'síntomas síntoma señales signos causa causas razón razones motivo tratamiento tratamientos remedio remedios ventaja ventajas desventajas beneficios efecto efectos riesgo riesgos peligro peligros precio precios costo coste costos tarifa tarifas nombre nombres significado definición diferencia diferencias fecha fechas hora horas horario horarios plazo dirección número tamaño altura peso longitud edad distancia población capital resultado resultados receta recetas ingredientes calorías pruebas reglas requisitos pasos instrucciones biografía letra autor inventor fundador presidente origen clima tiempo temperatura salario saldo lugar trama ejemplo ejemplos tipos consejos propósito estructura ley leyes',
    ),
    of: words('de del'),
    narrow: words(
      'para por con sin entre contra después antes durante desde hasta cuando si porque que quien cuyo donde según mediante bajo cerca',
    ),
    where: words('en alrededor dentro'),
    asked: words('cómo por qué cuándo dónde quién quiénes qué cuál cuáles cuánto cuánta cuántos si'),
    choice: words(
      'mejor mejores peor anterior próximo próxima mayor menor hoy mañana ayer ahora actualmente compara',
    ),
    tails: phrases('por favor|gracias|para mí'),
    known: words(
      'mi mis nuestro nuestra nuestros mí me nos yo nosotros tu tus ti te tú usted su sus eso esto ello él ella ellos ellas lo la ese esa aquel',
    ),
  },
  {
    code: 'pt',
    asks: phrases(
      'diz me|diga me|me diga|conta me|conte me|me conta|me conte|fala me|fale me|me fala|me fale|fala|fale|dá me|dê me|me dá|me dê|mostra me|mostre me|me mostra|me mostre|preciso de|preciso|quero|queria|gostaria de|gostava de|quero saber|gostaria de saber|saber|aprender|conhecer|tens|tem|há',
    ),
    seeks: phrases(
      'encontra|encontre|encontrar|procura|procure|procurar|busca|busque|procuro|estou procurando|estou à procura de|estou a procurar|pesquisa|pesquise|onde posso encontrar|onde encontro',
    ),
    broad: phrases(
      'fala me de|fala me do|fala me da|fala me dos|fala me das|fale me de|fale me do|fale me da|fale me dos|fale me das|me fala de|me fala do|me fala da|me fala dos|me fala das|me fale de|me fale do|me fale da|me fale dos|me fale das|falar me de|falar me do|falar me da|falar me dos|falar me das|conta me de|conta me do|conta me da|conta me dos|conta me das|me conta de|me conta do|me conta da|me conta dos|me conta das|tudo sobre|uma introdução a',
    ),
    interest: phrases(
      'tenho interesse em|estou interessado em|estou interessada em|interessado em|interessada em|interesso me por|me interesso por|interessa me|falemos de|falemos do|falemos da|vamos falar de|vamos falar do|vamos falar da|tenho curiosidade sobre',
    ),
    held: phrases(
      'o que sabes|o que sabe|o que podes dizer me|o que pode me dizer|o que você sabe|o que há de novo|há novidades|alguma novidade|há notícias',
    ),
    news: words(
      'informação informações info detalhes dados factos fatos algo alguma coisa tudo mais coisas material recursos pouco gerais',
    ),
    about: phrases('sobre|acerca de|acerca do|acerca da|a respeito de|a respeito do|a respeito da'),
    after: words('para de do da dos das'),
    articles: words('o a os as um uma uns umas mais alguns algumas este esta estes estas'),
    single: words('um uma'),
    whatIs: phrases(
      'o que é|o que são|o que era|o que foi|quem é|quem foi|quem era|quem são|o que significa|define|defina',
    ),
    sides: words(
      'sintomas sintoma sinais causa causas razão razões motivo tratamento tratamentos remédio remédios vantagem vantagens desvantagens benefícios efeito efeitos risco riscos perigo perigos preço preços custo custos tarifa tarifas nome nomes significado definição diferença diferenças data datas hora horas horário horários prazo endereço morada número tamanho altura peso comprimento idade distância população capital resultado resultados receita receitas ingredientes calorias provas regras requisitos passos instruções biografia letra autor inventor fundador presidente origem clima tempo temperatura salário saldo lugar enredo exemplo exemplos tipos conselhos dicas propósito estrutura lei leis',
    ),
    of: words('de do da dos das'),
    narrow: words(
      'para por com sem entre contra depois antes durante desde até quando se porque que quem cujo onde segundo mediante sob perto',
    ),
    where: words('em no na nos nas num numa'),
    asked: words('como por quê porque quando onde quem que qual quais quanto quanta quantos se'),
    choice: words(
      'melhor melhores pior anterior próximo próxima maior menor hoje amanhã ontem agora atualmente compara',
    ),
    tails: phrases('por favor|obrigado|obrigada|para mim'),
    known: words(
      'meu minha meus minhas nosso nossa mim me nós eu teu tua teus ti te tu você vocês seu sua seus isso isto ele ela eles elas esse essa aquele',
    ),
  },
  {
    code: 'it',
    asks: phrases(
      'dimmi|mi dica|raccontami|parlami|mi parli|parla|dammi|mi dia|mostrami|ho bisogno di|mi serve|mi servono|voglio|vorrei|mi piacerebbe|voglio sapere|vorrei sapere|sapere|saperne|imparare|conoscere|hai|avete|c è|ci sono|puoi dirmi|puoi parlarmi|informami',
    ),
    seeks: phrases(
      'trova|trovami|trovare|cerca|cercami|cercare|cerco|sto cercando|cerchiamo|ricerca|dove posso trovare|dove trovo',
    ),
    broad: phrases(
      'parlami di|parlami del|parlami dello|parlami della|parlami dei|parlami degli|parlami delle|parlami dell|mi parli di|mi parli del|mi parli dello|mi parli della|mi parli dei|mi parli degli|mi parli delle|mi parli dell|parlarmi di|parlarmi del|parlarmi dello|parlarmi della|parlarmi dei|parlarmi degli|parlarmi delle|parlarmi dell|raccontami di|raccontami del|raccontami dello|raccontami della|raccontami dei|raccontami degli|raccontami delle|raccontami dell|tutto su|tutto sul|tutto sulla|tutto sui|tutto sugli|tutto sulle|un introduzione a',
    ),
    interest: phrases(
      'mi interessa|mi interessano|sono interessato a|sono interessata a|interessato a|interessata a|mi interesso di|parliamo di|parliamo del|parliamo della|parliamo dei|parliamo delle|sono curioso di|sono curiosa di',
    ),
    held: phrases(
      "che cosa sai|cosa sai|che cosa puoi dirmi|cosa puoi dirmi|che novità|ci sono novità|novità|ci sono notizie|cosa c'è di nuovo|che cosa c'è di nuovo",
    ),
    news: words(
      'informazioni informazione info dettagli dati fatti qualcosa qualche tutto più cose materiale risorse po generali di',
    ),
    about: phrases('su|sul|sullo|sulla|sui|sugli|sulle|sull|riguardo a|riguardo al|riguardo alla|circa'),
    after: words('per di del dello della dei degli delle dell'),
    articles: words('il lo la i gli le l un uno una più alcuni alcune questo questa questi queste'),
    single: words('un uno una'),
    whatIs: phrases(
      "che cos'è|cos'è|che cosa è|cosa è|che cosa sono|cosa sono|chi è|chi era|chi sono|chi erano|chi fu|che cosa significa|cosa significa|definisci",
    ),
    sides: words(
      'sintomi sintomo segni causa cause ragione ragioni motivo cura cure trattamento trattamenti rimedio rimedi vantaggio vantaggi svantaggi benefici effetto effetti rischio rischi pericolo pericoli prezzo prezzi costo costi tariffa tariffe nome nomi significato definizione differenza differenze data date ora ore orario orari scadenza indirizzo numero dimensione altezza peso lunghezza età distanza popolazione capitale risultato risultati ricetta ricette ingredienti calorie prove regole requisiti passi istruzioni biografia testo autore inventore fondatore presidente origine meteo temperatura stipendio saldo luogo trama esempio esempi tipi consigli scopo struttura legge leggi',
    ),
    of: words('di del dello della dei degli delle dell'),
    narrow: words(
      'per con senza tra fra contro dopo prima durante da dal dalla fino quando se perché che chi cui dove secondo mediante sotto vicino',
    ),
    where: words('in nel nello nella nei negli nelle a al alla ad'),
    asked: words('come perché quando dove chi che cosa quale quali quanto quanta quanti se'),
    choice: words(
      'migliore migliori meglio peggiore precedente prossimo prossima maggiore minore oggi domani ieri ora adesso attualmente confronta',
    ),
    tails: phrases('per favore|grazie|per me'),
    known: words(
      'mio mia miei mie nostro nostra me mi noi io tuo tua tuoi tue te tu ti voi vostro suo sua questo quello ciò lui lei loro esso ne quel quella',
    ),
  },
];
