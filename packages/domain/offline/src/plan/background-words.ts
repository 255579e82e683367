import type { LanguageCode } from '@salience/language';

/** How a language orders work in the background; sources of expressions in which a blank is any space. */
export interface BackgroundWords {
  /** "In the background": how it is said, and all ways to say it. */
  readonly said: string;
  readonly adverb: string;
  /** Begins a first step, and a later one; a step does without it. */
  readonly first: string;
  readonly next: string;
  /** What an order says beside its subject: the verb, "this", "these steps", "one after another". The rest is what it is about. */
  readonly empty: string;
  /** Asks what is under way. */
  readonly list: string;
  /** Before the words of one task: to stop it, and to tell of it. */
  readonly cancel: string;
  readonly show: string;
  /** Between a task and its words: "about". */
  readonly about: string;
  /** What may stand behind them: "going", a verb that ends the sentence. */
  readonly behind: string;
}

/** One table a language. */
export const backgroundWords: Readonly<Record<LanguageCode, BackgroundWords>> = {
  en: {
    said: 'in the background',
    adverb: 'in the background',
    first: 'first(?:ly)?(?: of all)?|to begin with|start by|begin by',
    next: '(?:and )?(?:then|after that|afterwards|after which|next|second(?:ly)?|third(?:ly)?|finally|lastly|at the end|last of all)',
    empty:
      "(?:please )?(?:(?:could|can|would|will) you |i(?:['’]d| would) like you to |i want you to )?(?:please )?(?:work(?: on| through)?|do|handle|take care of|carry out|go through|deal with|see to|run|get (?:this|it|that) done)|one after (?:another|the other)|one by one|step by step|in (?:this|that|the following|the given) order|the following|as follows|this|that|it|these|those|the|(?:steps?|things?|tasks?|jobs?|points?)|for me|please",
    list: "what(?:['’]s| is| are| do| have)?(?: you)?(?: been)?(?: currently| still)? (?:working on|doing|running|going on|busy with)(?: right now| now| currently)? in the background|(?:what|which|show(?: me)?|list|do i have|do you have|are there|tell me)(?: about)?(?: all)?(?: of)?(?: my| your| our| the| any)? background (?:tasks|jobs|work)(?: are there| do (?:i|you) have| are (?:running|open|left)| are you working on)?(?: right now| now)?",
    cancel: '(?:stop|cancel|end|abort|drop|quit|kill)(?: the| my| that| this)? background (?:task|job|work)',
    show: "(?:show(?: me)?|tell me about|what about|how(?:['’]s| is)|how far(?: along)? is|what(?:['’]s| is) the (?:state|status) of)(?: the| my| that| this)? background (?:task|job|work)",
    about: 'about|on|with|for|of|called|named|to',
    behind: 'going|coming along|doing|now|please|getting on',
  },
  de: {
    said: 'im hintergrund',
    adverb: 'im hintergrund',
    first: 'zuerst|als erstes|zunächst|erstens|erst',
    next: '(?:und )?(?:dann|danach|anschließend|als nächstes|daraufhin|zweitens|drittens|schließlich|zuletzt|zum schluss|am ende|als letztes)',
    empty:
      '(?:bitte )?(?:arbeite|erledige|bearbeite|kümmere dich|mach|mache|führe|nimm|geh|gehe)(?: bitte)?|(?:kannst|könntest|würdest) du(?: bitte)?|einen nach dem anderen|eine nach der anderen|eins nach dem anderen|schritt für schritt|der reihe nach|nacheinander|in dieser reihenfolge|(?:zu )?(?:erledigen|bearbeiten|machen|abarbeiten|arbeiten|kümmern)|dich|daran|darum|um|an|das|dies|dieses|es|diese|folgende[sn]?|die|den|der|schritte?|aufgaben?|dinge|punkte|ab|aus|durch|vor|für mich|bitte',
    list: '(?:was|woran)(?: machst| arbeitest| tust| läuft| erledigst)(?: du)?(?: gerade| noch| jetzt| derzeit)?(?: alles)? im hintergrund|(?:welche|was für|zeig(?:e)?(?: mir)?|nenn(?:e)?(?: mir)?|liste|gibt es|habe ich|hast du)(?: alle)?(?: meine| deine| die)? (?:hintergrundaufgaben|hintergrundarbeiten|aufgaben im hintergrund)(?: gibt es| laufen| habe ich| hast du)?(?: gerade| noch| auf)?',
    cancel:
      '(?:stoppe?|beende?|brich|lösche?|streiche?|storniere)(?: bitte)?(?: die| meine| diese)? (?:hintergrundaufgabe|hintergrundarbeit|aufgabe im hintergrund)',
    show: '(?:zeig(?:e)?(?: mir)?|wie weit ist|wie steht es um|was ist mit(?: der)?|wie läuft)(?: die| meine| diese)? (?:hintergrundaufgabe|hintergrundarbeit|aufgabe im hintergrund)',
    about: 'zu(?:m|r)?|über|mit|für|namens|wegen|von',
    behind: 'ab|gerade|jetzt|bitte',
  },
  fr: {
    said: 'en arrière-plan',
    adverb: 'en arrière[- ]plan|en tâche de fond',
    first: "(?:tout )?d['’]abord|premièrement|en premier(?: lieu)?|commence par",
    next: '(?:et )?(?:puis|ensuite|après cela|après ça|deuxièmement|troisièmement|enfin|finalement|pour finir|à la fin)',
    empty:
      "(?:travaille[zr]?|occupe-toi|occupez-vous|traite[zr]?|effectue[zr]?|exécute[zr]?|fais|faites|faire|(?:peux|pourrais)-tu|(?:pouvez|pourriez)-vous|t['’]occuper|vous occuper)|l['’]une? après l['’]autre|une? par une?|étape par étape|dans cet ordre|comme suit|pour moi|s['’]il (?:te|vous) plaît|sur|de|ceci|cela|ça|le|la|les|ces|cette|ce|suivante?s?|étapes?|tâches?|choses?|points?",
    list: "(?:sur quoi|à quoi) (?:travailles[- ]tu|travaillez[- ]vous|es[- ]tu en train de travailler)(?: encore| maintenant| en ce moment)? (?:en arrière[- ]plan|en tâche de fond)|(?:que|qu['’]est-ce que tu) (?:fais(?:[- ]tu)?|faites[- ]vous)(?: encore| en ce moment)? (?:en arrière[- ]plan|en tâche de fond)|(?:quelles?|montre(?:[- ]moi)?|liste|y a-t-il)(?: sont)?(?: toutes)?(?: les| mes| tes| des)? tâches (?:en arrière[- ]plan|d['’]arrière[- ]plan|de fond)(?: sont en cours| y a-t-il| as-tu)?",
    cancel:
      "(?:arrête[zr]?|stoppe[zr]?|annule[zr]?|termine[zr]?|supprime[zr]?|abandonne[zr]?)(?: la| ma| cette)? tâche (?:en arrière[- ]plan|d['’]arrière[- ]plan|de fond)",
    show: "(?:montre(?:[- ]moi)?|où en est|où en es-tu avec)(?: la| ma| cette)? tâche (?:en arrière[- ]plan|d['’]arrière[- ]plan|de fond)",
    about: "sur|d['’]|de(?:s| la| l['’])?|du|pour|concernant|nommée|à propos de(?:s| la)?",
    behind: "s['’]il (?:te|vous) plaît|maintenant",
  },
  es: {
    said: 'en segundo plano',
    adverb: 'en segundo plano',
    first: 'primero|en primer lugar|empieza por',
    next: '(?:y )?(?:luego|después|a continuación|más tarde|en segundo lugar|en tercer lugar|por último|finalmente|al final)',
    empty:
      '(?:trabaj(?:a|ar)|ocúpate|ocuparte|encárgate|encargarte|haz|hacer|realiza|realizar|lleva a cabo|puedes|podrías)|uno tras otro|una tras otra|uno por uno|paso a paso|en este orden|por favor|para mí|en|de(?:l)?|esto|eso|lo|la|los|las|el|estos|estas|siguientes?|pasos?|tareas?|cosas?|puntos?',
    list: '¿?(?:en qué|qué) (?:trabajas|estás trabajando|estás haciendo|haces|corre)(?: ahora| todavía)? en segundo plano|¿?(?:qué|cuáles son|muéstrame|lista|hay|tengo)(?: todas)?(?: las| mis| tus)? tareas(?: hay| tienes| tengo)? en segundo plano(?: hay| tienes| tengo| están en curso)?',
    cancel:
      '(?:para|detén|cancela|termina|interrumpe|borra|elimina|abandona)(?: la| mi| esta| esa)? tarea en segundo plano',
    show: '¿?(?:muéstrame|enséñame|cómo va|qué hay de)(?: la| mi| esta| esa)? tarea en segundo plano',
    about: 'sobre|de(?:l| la| los| las)?|para|llamada|con',
    behind: 'por favor|ahora',
  },
  pt: {
    said: 'em segundo plano',
    adverb: 'em segundo plano|em plano de fundo|em background',
    first: 'primeiro|em primeiro lugar|começa por|comece por',
    next: '(?:e )?(?:depois(?: disso)?|então|a seguir|em seguida|em segundo lugar|em terceiro lugar|por fim|por último|finalmente|no fim)',
    empty:
      '(?:trabalh(?:a|e|ar)|trat(?:a|e|ar)|ocupa-te|ocupe-se|faz|faça|fazer|realiza|realize|executa|execute|podes|poderias|pode|poderia)|um após o outro|uma após a outra|um a um|passo a passo|por esta ordem|nesta ordem|por favor|para mim|n?isto|n?isso|em|de|d[oa]s?|n[oa]s?|o|a|os|as|estes|estas|seguintes?|passos?|tarefas?|coisas?|pontos?',
    list: '(?:em que|no que|o que)(?: é que)? (?:estás|está|tens estado)(?: a)? (?:trabalhar|trabalhando|fazer|fazendo)(?: agora| ainda)? (?:em segundo plano|em plano de fundo|em background)|(?:em que|no que) (?:trabalhas|trabalha)(?: agora)? (?:em segundo plano|em background)|(?:que|quais são|mostra(?:-me)?|mostre(?:-me)?|lista|há|tenho)(?: todas)?(?: as| minhas| as minhas| as tuas)? tarefas(?: há| tens| tenho)? (?:em segundo plano|em plano de fundo|em background)(?: há| tens| tenho| estão em curso)?',
    cancel:
      '(?:para|pare|cancela|cancele|termina|termine|interrompe|interrompa|apaga|apague|abandona)(?: a| a minha| esta| essa)? tarefa (?:em segundo plano|em plano de fundo|em background)',
    show: '(?:mostra(?:-me)?|mostre(?:-me)?|como (?:está|vai))(?: a| a minha| esta| essa)? tarefa (?:em segundo plano|em plano de fundo|em background)',
    about: 'sobre|d[eao]s?|para|chamada|com',
    behind: 'por favor|agora',
  },
  it: {
    said: 'in background',
    adverb: 'in background|in sottofondo|in secondo piano',
    first: 'prima(?: di tutto)?|per prima cosa|innanzitutto|anzitutto|comincia con',
    next: '(?:e )?(?:poi|dopo(?: di che)?|quindi|in seguito|successivamente|in secondo luogo|in terzo luogo|infine|alla fine|per ultimo)',
    empty:
      "(?:lavor(?:a|are)|occupati|occuparti|fai|fare|esegui|svolgi|porta avanti|puoi|potresti)|uno dopo l['’]altro|una dopo l['’]altra|uno per uno|passo (?:per|dopo) passo|in quest['’]ordine|per favore|per me|su|a|di|de(?:l|lla|i|gli|lle)|questo|questa|quello|ciò|il|lo|la|i|gli|le|questi|queste|seguenti|passi|passaggi|compiti|attività|cose|punti",
    list: '(?:a cosa|su cosa|a che cosa|che cosa|cosa|che) (?:stai )?(?:lavorando|lavori|facendo|fai)(?: adesso| ora| ancora)? (?:in background|in sottofondo|in secondo piano)|(?:quali|mostrami|elenca(?:mi)?|ci sono|ho)(?: sono)?(?: tutt[ie])?(?: i| le| i miei| le mie)? (?:attività|compiti|lavori)(?: ci sono| hai)? (?:in background|in sottofondo|in secondo piano)(?: ci sono| hai| sono in corso)?',
    cancel:
      "(?:ferma|interrompi|annulla|termina|cancella|elimina|abbandona|smetti)(?: il| la| l['’]| questo| questa)?\\s?(?:attività|compito|lavoro) (?:in background|in sottofondo|in secondo piano)",
    show: "(?:mostrami|come va|a che punto è)(?: il| la| l['’]| questo| questa)?\\s?(?:attività|compito|lavoro) (?:in background|in sottofondo|in secondo piano)",
    about: 'su(?:l|lla|i|gli|lle)?|di|de(?:l|lla|i|gli|lle)|per|chiamat[oa]|con',
    behind: 'per favore|adesso|ora',
  },
};
