/** How people answer an approval in one language; plain spelling, normalised like every table. */
export interface ApprovalWords {
  /** A yes that leaves no doubt. "Ok" alone is none: people say it to whatever they have read. */
  readonly approve: string;
  readonly refuse: string;
  /** A yes or no followed by one of these asks for something else. */
  readonly change: string;
  /** May stand beside an answer and change nothing. */
  readonly courtesy: string;
}

/** Answers in English, German, French, Spanish, Portuguese and Italian; entries are split at bars. */
export const approvalWords: readonly ApprovalWords[] = [
  {
    approve:
      "yes|yep|yeah|yup|sure|of course|absolutely|definitely|certainly|approve|approved|i approve|confirm|confirmed|i confirm|go ahead|go for it|do it|do that|please do|yes do|yes do it|send it|run it|proceed|permission granted|you may|you can|fine by me|that's fine|ok do it|ok go|ok go ahead|ok yes|okay do it|okay go ahead|okay yes|allowed|i agree|agreed|by all means",
    refuse:
      "no|nope|nah|no way|don't|do not|don't do it|don't do that|do not do it|do not do that|don't send it|don't run it|please don't|rather not|better not|i'd rather not|stop|cancel|cancel it|cancel that|refuse|i refuse|refused|reject|rejected|deny|denied|declined|i decline|never|never mind|nevermind|forget it|absolutely not|certainly not|of course not|under no circumstances|not allowed|not now",
    change: 'edit|but|instead|rather|except|only|change|make it|make that|use|with|without',
    courtesy: 'please|thanks|thank you|ok|okay|then|now|just|that|it|oh|well|for me|right away|right now',
  },
  {
    approve:
      'ja|jawohl|jep|klar|na klar|natürlich|gerne|gern|sicher|einverstanden|mach das|mach es|tu das|tu es|nur zu|leg los|genehmigt|bestätigt|ich bestätige|ich stimme zu|freigegeben|auf jeden fall|ja mach|ja mach das|kannst du machen|darfst du|schick es|schick es ab',
    refuse:
      'nein|nee|nö|auf keinen fall|lieber nicht|bitte nicht|nicht machen|mach das nicht|mach es nicht|tu das nicht|lass es|lass das|abbrechen|stopp|abgelehnt|ich lehne ab|niemals|vergiss es|nicht jetzt|natürlich nicht',
    change: 'bearbeite|ändern|aber|sondern|stattdessen|lieber|außer|nur|ändere|nimm|mit|ohne',
    courtesy: 'bitte|danke|vielen dank|ok|okay|dann|jetzt|mal|das|es|ach|also|gleich',
  },
  {
    approve:
      "oui|ouais|bien sûr|vas y|allez y|d'accord vas y|fais le|faites le|approuvé|je confirme|confirmé|j'approuve|j'accepte|certainement|absolument|volontiers|tu peux|vous pouvez|envoie le|envoyez le|avec plaisir|oui fais le",
    refuse:
      'non|surtout pas|pas question|ne le fais pas|ne le faites pas|ne fais pas ça|annule|annulez|arrête|arrêtez|refusé|je refuse|jamais|laisse tomber|pas maintenant|plutôt pas|bien sûr que non|certainement pas|absolument pas',
    change: 'modifie|modifiez|mais|plutôt|au lieu|sauf|seulement|change|changez|mets|avec|sans',
    courtesy: "merci|s'il te plaît|s'il vous plaît|stp|svp|ok|alors|maintenant|ça|le|tout de suite",
  },
  {
    approve:
      'sí|claro|claro que sí|por supuesto|adelante|hazlo|hágalo|apruebo|aprobado|confirmo|confirmado|de acuerdo hazlo|vale hazlo|vale adelante|puedes|puede hacerlo|envíalo|dale|desde luego|estoy de acuerdo|acepto|sí hazlo',
    refuse:
      'no|no lo hagas|no lo haga|ni hablar|de ninguna manera|mejor no|cancela|cancélalo|para|detente|rechazo|rechazado|nunca|jamás|olvídalo|ahora no|claro que no|por supuesto que no|no gracias',
    change: 'edita|pero|sino|en vez|en lugar|mejor|excepto|solo|cambia|pon|usa|con|sin',
    courtesy: 'por favor|gracias|muchas gracias|ok|vale|entonces|ahora|eso|ya|ahora mismo',
  },
  {
    approve:
      'sim|claro|claro que sim|com certeza|pode|podes|pode fazer|pode sim|vai em frente|siga em frente|avance|avança|faça isso|faz isso|pode enviar|aprovo|aprovado|confirmo|confirmado|aceito|concordo|sim pode|sem dúvida|manda|força',
    refuse:
      'não|nem pensar|de jeito nenhum|de maneira nenhuma|melhor não|não faça|não faça isso|não faças|não faças isso|não envie|cancele|cancela|pare|para|recuso|recusado|rejeito|nunca|esquece|esqueça|agora não|claro que não|não obrigado|não obrigada',
    change: 'edite|edita|mas|em vez|em lugar|melhor|exceto|só|somente|muda|mude|altera|usa|use|com|sem',
    courtesy: 'por favor|obrigado|obrigada|ok|então|agora|isso|já|agora mesmo',
  },
  {
    approve:
      "sì|certo|certo che sì|certamente|sicuro|d'accordo procedi|procedi|proceda|vai|vai pure|vai avanti|fallo|lo faccia|approvo|approvato|confermo|confermato|accetto|va bene fallo|ok procedi|assolutamente sì|puoi|puoi farlo|invialo|volentieri|sì fallo",
    refuse:
      'no|non farlo|non lo faccia|no grazie|assolutamente no|certo che no|meglio di no|neanche per sogno|annulla|annullalo|fermati|ferma|stop|rifiuto|rifiutato|mai|lascia perdere|lascia stare|non ora|non adesso',
    change: 'modifica|ma|però|invece|piuttosto|tranne|solo|soltanto|cambia|metti|usa|con|senza',
    courtesy: 'per favore|per piacere|grazie|ok|allora|adesso|ora|pure|subito',
  },
];
