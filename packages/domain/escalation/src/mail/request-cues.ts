import { anyOf } from './plain-mail.ts';

// All patterns read plain text (`plainMail`): small letters, no accents. Languages: English, German, French, Spanish, Italian, Portuguese.

/** Asks the reader for a deed or for words. */
export const requests = anyOf(
  // English
  '(?:can|could|would|will|may|might) you(?: (?:please|kindly|maybe|perhaps|also|just|possibly))?(?! believe| imagine)',
  '(?:would|do) you mind',
  '(?:please|pls|kindly) (?:[a-z]+ ){0,2}?(?:send|give|tell|let|call|confirm|reply|respond|answer|write|advise|check|review|sign|return|complete|fill|provide|share|forward|come|choose|pick|decide|approve|comment|look|get|make|take|have|help|explain|update|upload|submit|prepare|book|arrange|contact|join|rsvp|say|consider|add|remove|change|fix|deliver|ask|meet|do|schedule|suggest|propose)',
  '(?:let|keep) (?:me|us) (?:know|posted)',
  '(?:get|come|write|report) back to (?:me|us)',
  "(?:i|we)(?:'d| would| will|'ll)? (?:really |very much |greatly )?(?:appreciate|be grateful|be glad|be happy|love it) if you",
  "(?:i|we)(?:'d| would) (?:really |very much )?(?:appreciate|like|love|welcome) (?:your|to (?:hear|know|get|have) (?:your|from you|what|when|whether|if))",
  "(?:i|we)(?: still| urgently| really| just|'ll| will)? need (?:you to|your|from you|an? (?:answer|reply|decision|confirmation))",
  "(?:i'm|i am|we're|we are)(?: still)? (?:waiting (?:for|on) your|asking (?:you )?(?:to|for|whether|if))",
  '(?:was|were|am|been|just) wondering (?:if|whether|what|when|how|where|who)',
  '(?:send|give|tell|call|text|email|mail|show|bring|ping|phone|ring) (?:me|us)',
  '(?:look(?:ing)? forward to|await(?:ing)?|waiting for) (?:hearing (?:back )?from you|your (?:reply|response|answer|feedback|thoughts|confirmation|decision))',
  '(?:your|any) (?:thoughts|feedback|opinion|input|approval|confirmation|decision|signature)(?: on this)? (?:is|are|would be) (?:needed|required|appreciated|welcome)',
  'rsvp',
  'what do you think',
  '(?:need|want|require)s? (?:an? )?(?:answer|reply|response) (?:by|before|until|today|tomorrow|soon)',
  // German
  '(?:konnt(?:en|est|et)|konnen|kannst|konnt|wurd(?:en|est|et)|wollen|willst|wollt|durft(?:en|e)|magst|mochten|mochtest) (?:sie|du|ihr|ich|wir)(?!\\p{L})',
  '(?:bitte|kannst du bitte)(?! (?:beachte|beachten|bringen sie|bring|uberweis|begleich|zahlen|ignorier|antworten sie nicht|nicht|um (?:beachtung|verstandnis|kenntnis|geduld)|sehr|schon|entschuldig|verzeih|entnehmen|finden sie|wenden))(?: \\p{L}+){1,}',
  '(?:\\p{L}+ ){1,8}bitte(?=[.!?,]|$)',
  '(?:sag|sagt|sagen sie|gib|gebt|geben sie)(?: (?:mir|uns))?(?: bitte)?(?: kurz)? bescheid',
  '(?:schick|schreib|gib|sag|zeig|bring|schicke|schreibe|schicken sie|schreiben sie|geben sie|nennen sie|teilen sie)(?: (?:es|das|sie|ihn))? (?:mir|uns)',
  '(?:ruf|rufen sie) (?:mich|uns|doch|bitte)',
  '(?:melde|meld) dich(?! (?:jederzeit|gern))',
  'um (?:(?:eine |deine |ihre )?(?:kurze |baldige |zeitnahe |schnelle )?)(?:antwort|ruckmeldung|bestatigung|zusage|stellungnahme|ruckruf|zusendung|mitteilung|auskunft)(?: bis)?',
  '(?:ich|wir) (?:freuen? (?:mich|uns) (?:sehr )?auf|warten? (?:noch )?auf|brauchen? (?:noch |dringend |bis \\p{L}+ )*|benotigen? (?:noch |dringend |bis \\p{L}+ )*)\\s?(?:deine|ihre|eure|eine|deinen|ihren|dein|ihr)(?: \\p{L}+)? ?(?:antwort|ruckmeldung|entscheidung|zusage|bestatigung|unterschrift|unterlagen|meinung|freigabe|hilfe|adresse|daten|feedback)?',
  '(?:ware|waren) (?:super|toll|nett|schon|lieb|prima|dankbar|es (?:moglich|toll|nett))',
  '(?:was|wie) (?:meinst du|meint ihr|meinen sie|haltst du|denkst du|denken sie)',
  'was (?:sagst du|sagen sie) dazu',
  '(?:ich bitte|wir bitten) (?:sie|dich|euch)(?! (?:um (?:ihr |euer |dein )?(?:verstandnis|geduld|entschuldigung|nachsicht|beachtung)))',
  // French
  '(?:je|nous) (?:vous|te) (?:prie|prions|demande|demandons|serais|serions)(?: reconnaissante?s?| grey?)?(?: bien vouloir)? de (?!croire|recevoir|trouver|noter|agreer|bien vouloir (?:noter|trouver|excuser))\\p{L}+',
  '(?:pourriez|pouvez|pourrais|peux|voudriez|voulez|voudrais|veux)[- ](?:vous|tu)',
  "(?:tu|vous) (?:peux|pourrais|pouvez|pourriez) (?:me|nous|m'|y|le|la|les)?",
  "(?:merci|priere) de (?!votre|ta|ton|noter|ne pas)(?:bien vouloir |me |nous |m'|le |la |les )*\\p{L}+",
  "merci d'(?:avance|envoyer|indiquer|apporter|avertir|ajouter)",
  "veuillez (?!noter|trouver|agreer|recevoir|ne pas|croire|ignorer|accepter)(?:nous |me |bien |s'il vous plait )*\\p{L}+",
  "s'il (?:te|vous) plait",
  '(?:dites|dis|envoyez|envoie|donnez|donne|confirmez|confirme|repondez|reponds|rappelez|rappelle|indiquez|indique|faites|fais)[- ](?:moi|nous)',
  "(?:dans l'attente|en attente|j'attends|nous attendons|au plaisir) (?:de )?(?:votre|ta|vos|tes|vous lire|te lire) ?(?:reponse|retour|confirmation|avis)?",
  "(?:j'ai|j'aurais|nous avons|nous aurions) besoin (?:de (?:votre|ta|ton|vos|tes)|que (?:vous|tu))",
  "(?:qu'en (?:pensez|dites)[- ]vous|qu'en (?:penses|dis)[- ]tu|tu en penses quoi)",
  "(?:j'aimerais|je voudrais|nous aimerions) (?:savoir|avoir|connaitre)",
  // Spanish
  '(?:podrias|podria|puedes|puede|podriais|podeis|pueden|podrian|quieres|quiere|quisieras|te importaria|le importaria)(?: usted)? (?:me |nos |por favor )*\\p{L}+(?:r|rme|rnos|rlo|rla|rmelo|rle|rnoslo)',
  'por favor,? (?!no respond|tenga en cuenta|ten en cuenta|note|ignor|disculp)(?:\\p{L}+)',
  '(?:dime|digame|diganos|dinos|avisame|aviseme|avisanos|enviame|envieme|enviadme|mandame|mandeme|confirmame|confirmeme|respondeme|contestame|llamame|llameme|cuentame|necesito que|te ruego|le ruego|le rogamos|te pido|le pido|os pido|hazme saber|hagame saber)',
  '(?:espero|esperamos|quedo a la espera de|quedamos a la espera de|a la espera de) (?:tu|su|vuestra) (?:respuesta|confirmacion|opinion)',
  '(?:necesito|necesitamos) (?:\\p{L}+ )?(?:tu|su|vuestra)',
  '(?:que (?:te|le|os) parece|que (?:opinas|opina|piensas|piensa))',
  '(?:me|nos) (?:gustaria|interesaria) saber',
  // Italian
  '(?:potresti|potrebbe|potreste|puoi|puo|potete|vorresti|vuoi|ti dispiacerebbe|le dispiacerebbe) (?:per favore |gentilmente |anche )*\\p{L}+(?:re|rmi|rci|rlo|rla|rti|rle|rmelo)',
  '(?:per favore|per piacere|per cortesia|cortesemente|gentilmente),? (?!non rispond|nota)(?:\\p{L}+)',
  '(?:fammi|mi faccia|ci faccia|fateci|facci|mi fai|mi fa) sapere',
  '(?:dimmi|mi dica|mandami|mi mandi|inviami|mi invii|confermami|mi confermi|rispondimi|mi risponda|chiamami|mi chiami|scrivimi|mi scriva|inviateci|avvisami|mi avvisi)',
  '(?:attendo|attendiamo|aspetto|aspettiamo|resto in attesa di|restiamo in attesa di|in attesa di) (?:una |un )?(?:tua |sua |vostra |tuo |suo |vostro )?(?:gentile |cortese )?(?:risposta|riscontro|conferma|cenno)',
  '(?:ho|abbiamo|avrei) bisogno (?:del|della|dei|delle|che tu|che lei|di una (?:tua|sua))',
  '(?:le|la|ti|vi) (?:chiedo|chiediamo|prego|preghiamo) (?:di|gentilmente|cortesemente|se|la|il)',
  '(?:che ne (?:pensi|pensa|dici|dice|pensate)|cosa ne (?:pensi|pensa|dici|pensate))',
  '(?:vorrei|vorremmo|mi piacerebbe) (?:sapere|avere|chieder)\\p{L}*',
  // Portuguese
  '(?:solicit(?:o|amos)|pe(?:co|dimos)) (?:o|a|os|as|el|la|le|que|que se) (?!desculpa|compreensao|comprension)\\p{L}+',
  '(?:poderia|poderias|podes|pode|podem|podiam|podia|podias|consegues|consegue|gostaria que|importa-se de|importas-te de) (?:me |nos |por favor |voce )*\\p{L}+(?:r|r-me|r-nos|-me|-nos)',
  '(?:voce|vc) (?:pode|poderia|consegue) (?:me |nos )*\\p{L}+',
  '(?:por favor|por gentileza|se faz favor),? (?!nao respond|note|ignor|desculp)(?:\\p{L}+)',
  '(?:me (?:diga|avise|envie|mande|confirme|responda|ligue|fale)|diga-me|diz-me|avisa-me|avise-me|envie-me|envia-me|manda-me|confirma-me|confirme-me|responde-me|liga-me|preciso que|peco que|peco-lhe que|peco-te que|pedimos que|solicito que)',
  '(?:aguardo|aguardamos|espero|fico a espera d[ae]|ficamos a espera d[ae]|fico no aguardo de) (?:a |o )?(?:tua|sua|vossa|teu|seu) ?(?:resposta|retorno|confirmacao)',
  '(?:preciso|precisamos|necessito) (?:da|do|de) (?:tua|sua|vossa|teu|seu)',
  '(?:o que (?:achas|acha|acham)|que (?:achas|acha))',
  '(?:gostaria|gostariamos|queria) (?:de )?saber',
);

/** Stands in letters of every kind in the form of a request, and asks for nothing. Takes its whole sentence. */
export const courtesies = anyOf(
  "(?:do not|don't|please don't) hesitate",
  'feel free to',
  "(?:if|should) you (?:have|need|require|want|wish|prefer|would like|no longer|did not|didn't|believe|think you|received)",
  '(?:any|have) (?:further |more )?questions',
  '(?:please|kindly) (?:be (?:aware|advised|informed|assured)|note|find|see (?:attached|below)|disregard|ignore|accept|excuse|forgive|allow|do not|remember that)',
  '(?:let us know|tell us) (?:how we did|what you think of)',
  '(?:bei|fur) (?:weiteren? |allfallige )?(?:ruck)?fragen',
  '(?:zogern|zogere) (?:sie )?nicht',
  '(?:falls|wenn|sollten?) (?:sie|du|ihr) (?:noch )?(?:\\p{L}+ ){0,3}(?:fragen|hilfe|interesse)',
  '(?:melden sie sich|melde dich|meldet euch) (?:gern|gerne|jederzeit)',
  "n'hesite[zr]? pas",
  'si (?:vous|tu) (?:avez|as) (?:\\p{L}+ ){0,2}questions?',
  'pour toute (?:question|demande|information)',
  'no dud[ea](?:s|n|is)? en',
  'si (?:tiene|tienes|teneis|tienen) (?:\\p{L}+ )?(?:duda|pregunta)s?',
  'non esit(?:are|ate|i)',
  'per (?:qualsiasi|eventuali|ogni) (?:\\p{L}+ )?(?:domand|dubbi|chiariment|informazion|necessita)\\p{L}*',
  'se (?:ha|hai|avete) (?:\\p{L}+ )?(?:domande|dubbi)',
  'nao hesite',
  '(?:qualquer duvida|em caso de duvida|se tiver(?:es)? (?:\\p{L}+ )?(?:duvida|pergunta)s?)',
);

/** Asks how somebody is, or for nothing: a question in form. Whole sentences. */
export const rhetorical = new RegExp(
  `^(?:${[
    // Courtesy
    '(?:\\p{L}+[ ,]+){0,3}?how (?:are|is|have) (?:you|things|it going|everything|life|the family)(?: (?:doing|been|all|today|going|feeling))*',
    "how(?:'s| is) (?:it going|life|everything|work)",
    'how do you do',
    "(?:wie )?geht(?:'?s| es)(?: (?:dir|ihnen|euch|so|gut|denn))*",
    "wie geht(?:'?s| es)(?: (?:dir|ihnen|euch|so|gut|denn))*",
    '(?:comment (?:vas[- ]tu|allez[- ]vous|ca va)|(?:comment )?ca va(?: bien)?)',
    '(?:que tal|como (?:estas|esta|estais|va todo|te va))(?: \\p{L}+){0,2}',
    '(?:come (?:stai|sta|state|va)|tutto bene)(?: \\p{L}+){0,2}',
    '(?:como (?:estas|esta|vai|vais)|tudo (?:bem|bom))(?: \\p{L}+){0,2}',
    // Of nobody
    '(?:who|god) knows',
    "(?:isn't|wasn't|doesn't|ain't) (?:it|that|life) \\p{L}+(?: \\p{L}+){0,3}",
    '(?:can|could) you (?:believe|imagine) .*',
    'what (?:a|an) .*',
    'ist (?:das|es) nicht .*',
    // Of those who sell
    '(?:are you )?(?:ready|looking|searching|hungry|tired|bored|curious|dreaming) (?:for|to|of|about) .*',
    '(?:have|got|any|more) (?:\\p{L}+ ){0,3}questions?(?: \\p{L}+){0,3}',
    '(?:need|want) (?:a |some |more |any )?(?:help|hand|inspiration|support|information|details|ideas)(?: .*)?',
    '(?:do you )?(?:want|wish|like) to (?:save|win|earn|get|learn|know) .*',
    'did you know(?: .*)?',
    'what are you waiting for',
    'why (?:not|wait|choose|pay) .*',
    "what(?:'s| is) (?:new|next|inside|in it for you|included)(?: .*)?",
    '(?:was this|is this|did you find this|how was|how did we|how would you rate|how likely are you|enjoying) .*',
    "(?:can't|cannot|trouble|problems|having trouble) (?:see|view|read|seeing|viewing|reading).*",
    "(?:not|wasn't|was it not|was this not|didn't (?:request|make|do|order|sign)|don't (?:want|recognize|recognise)|no longer (?:want|interested)|forgot(?:ten)?|changed your mind) .*",
    '(?:noch |haben sie |hast du )?(?:\\p{L}+ )?fragen(?: zu .*)?',
    '(?:bereit|lust|neugierig|auf der suche|sehnsucht|schon) (?:fur|auf|nach|gewusst|gesehen|entdeckt)(?: .*)?',
    '(?:wussten sie|wusstest du|kennen sie schon|kennst du schon)(?: .*)?',
    'worauf (?:warten sie|wartest du)(?: .*)?',
    "(?:envie|pret|prete|prets|besoin|marre) (?:de|d'|a|pour) ?.*",
    '(?:le saviez-vous|saviez-vous que|connaissez-vous)(?: .*)?',
    "(?:une |des |d'autres )?questions?",
    "qu'attendez-vous(?: .*)?",
    '(?:listo|lista|listos|buscas|busca|ganas|tienes ganas|cansado|cansada) (?:para|de|un|una|el|la)? ?.*',
    '(?:sabias que|sabia que|a que esperas|a que espera|necesitas (?:ayuda|mas)|tienes (?:dudas|preguntas)|alguna (?:duda|pregunta))(?: .*)?',
    '(?:pronto|pronta|pronti|cerchi|voglia|hai voglia|stanco) (?:per|a|di|un|una)? ?.*',
    '(?:lo sapevi|lo sapevi che|sapevi che|cosa aspetti|hai (?:domande|bisogno)|serve aiuto)(?: .*)?',
    '(?:pronto|pronta|prontos|procura|a procura|cansado|farto) (?:para|de|um|uma|do)? ?.*',
    '(?:sabia que|sabias que|do que esta a espera|o que esta esperando|precisa de (?:ajuda|mais)|tem duvidas|alguma duvida)(?: .*)?',
  ].join('|')})[?!. ]*$`,
  'u',
);

/** Says that no answer is awaited. */
export const wantsNone = anyOf(
  '(?:no|not any) (?:need|reason) (?:to|for) (?:(?:a|an|any|your) )?(?:reply|respond|response|answer|write back|action|do anything)',
  '(?:no|without) (?:reply|response|answer|action|further action)(?: (?:is|on your (?:part|side)))? ?(?:needed|required|necessary|expected)',
  "you (?:do not|don't) (?:need|have) to (?:reply|respond|answer|do anything|take any action|write back)",
  '(?:nothing (?:to do|is required|is needed|needed|for you to do))',
  '(?:keine|ohne) (?:antwort|ruckmeldung|aktion|reaktion)(?: \\p{L}+)? (?:notig|erforderlich|notwendig|erwartet)',
  '(?:brauchst|brauchen|musst|mussen|braucht) (?:du |sie |ihr )?(?:\\p{L}+ ){0,3}nicht(?:s)? (?:zu )?(?:antworten|reagieren|tun|unternehmen|zu tun)',
  "(?:pas|aucun) (?:besoin|necessaire|reponse)(?: (?:de|d'))? ?(?:repondre|une reponse|reponse|attendue|necessaire)",
  '(?:aucune (?:reponse|action)|inutile de repondre)',
  '(?:no (?:hace falta|es necesario|necesitas|necesita|tienes que|tiene que)(?: que)? (?:respond|contest|hacer|hagas|haga)\\p{L}*)',
  "(?:non (?:serve|occorre|e necessario|c'e bisogno|devi|deve)(?: di| che)? (?:rispond|fare)\\p{L}*)",
  '(?:nao (?:e preciso|e necessario|precisa|precisas|tem de|tens de)(?: de)? (?:responder|fazer|qualquer)\\p{L}*)',
);

/** Says that it is only told. */
export const onlyTells = anyOf(
  'fyi',
  'for your (?:information|records|reference)',
  '(?:nur )?zur (?:info|information|kenntnis|kenntnisnahme|erinnerung)',
  'pour (?:info|information|votre information|ton information|memoire)',
  'para (?:tu|su|vuestra) (?:informacion|conocimiento)',
  'per (?:conoscenza|tua informazione|sua informazione|vostra informazione)',
  'para (?:conhecimento|sua informacao|tua informacao)',
);

/** A question that forgot its mark, as people write them in haste. Whole sentences, English. */
export const unmarked =
  /^(?:are|is|do|does|did|have|has|can|could|shall|should|will|would) (?:you|we|i|they|it|he|she|there)(?!['\p{L}])/u;

/** A question that speaks to its reader or begins as questions do. */
export const addresses = new RegExp(
  `${
    anyOf(
      'you|your|yours|u',
      'du|dir|dich|dein\\p{L}*|sie|ihnen|ihr\\p{L}*|euch|eure\\p{L}*',
      "tu|te|t'\\p{L}+|toi|ton|ta|tes|vous|votre|vos",
      'usted|ustedes|tus?|ti|contigo|su|sus|vosotros|os',
      'lei|tuo|tua|suo|sua|vostr\\p{L}*|voi|ti|vi',
      'voce|voces|teu|tua|seu|sua|contigo|consigo|vos',
    ).source
  }|^(?:\\p{L}+[ ,]+){0,2}?(?:when|where|what|which|who|how|why|is|are|do|does|did|can|could|shall|should|will|would|may|has|have|any|was|wann|wo|wie|wer|welche\\p{L}*|warum|ist|sind|hat|haben|gibt|soll|sollen|wird|passt|klappt|geht|ou|quand|comment|quel\\p{L}*|qui|est-ce|est-il|avez|as-tu|faut-il|doit-on|peut-on|cuando|donde|como|que|quien|cual\\p{L}*|hay|es|esta|tienes?|puedo|podemos|quando|dove|come|chi|quale|quanto|c'e|e|posso|possiamo|hai|ha|onde|quem|qual|ha|tem|tens|posso|podemos)(?!\\p{L})`,
  'u',
);
