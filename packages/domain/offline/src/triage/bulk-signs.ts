type Sign = readonly [weight: number, pattern: RegExp];

/** Senders that nobody reads the answers of. */
const senders: readonly Sign[] = [
  [
    0.6,
    /(?:^|[<\s"])(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|donotreply|mailer-daemon|postmaster)[\w.+-]*@/iu,
  ],
  [
    0.6,
    /(?:^|[<\s"])(?:newsletters?|marketing|news|promo(?:tions?)?|offers?|deals|notifications?|alerts?|updates)@/iu,
  ],
];

/** What stands in messages that go to many, or that no person wrote; six languages. */
const signs: readonly Sign[] = [
  [
    0.8,
    /(?<!\p{L})(?:unsubscribe(?!\s+(?:me|us)\b)|abbestellen|vo[nm]\s+(?:diesem\s+)?newsletter\s+abmelden|(?:vous\s+)?dés(?:abonner|inscrire)|darse\s+de\s+baja|cancelar\s+(?:la\s+|tu\s+|su\s+)?suscripción|cancelar\s+(?:a\s+)?(?:subscrição|inscrição|assinatura)|(?:disiscriver|annullare\s+l['’]iscrizione)\p{L}*)/iu,
  ],
  [
    0.6,
    /(?<!\p{L})(?:view\s+(?:this\s+)?(?:e-?mail\s+|message\s+)?in\s+(?:your\s+)?browser|im\s+browser\s+(?:ansehen|anzeigen|öffnen)|(?:voir|afficher)\s+(?:cet\s+e-?mail\s+)?dans\s+(?:le|votre)\s+navigateur|ver\s+(?:este\s+(?:correo|e-?mail)\s+)?en\s+(?:el|tu|su)\s+navegador|ver\s+(?:este\s+e-?mail\s+)?no\s+(?:seu\s+)?navegador|visualizza(?:re)?\s+(?:questa\s+e-?mail\s+)?nel\s+browser)/iu,
  ],
  [
    0.7,
    /(?<!\p{L})(?:automatic(?:ally\s+generated)?|automated|auto-?generated|autoreply)\s*(?:e-?mail|message|reply|response|notification|notice)?(?!\p{L})|(?:do\s+not|don['’]t|please\s+don['’]t)\s+reply\s+to\s+this|automatisch\s+(?:erzeugt|erstellt|generiert|versendet)\p{L}*|automatische\s+(?:antwort|nachricht|benachrichtigung)|nicht\s+auf\s+diese\s+(?:e-?mail|nachricht|mail)|(?:message|réponse|e-?mail)\s+automatique|ne\s+(?:pas\s+répondre|répondez\s+pas)\s+à\s+ce|(?:mensaje|respuesta|correo)\s+automátic[oa]|no\s+respond(?:a|as|er)\s+a\s+este|(?:mensagem|resposta|e-?mail)\s+automátic[oa]|não\s+respond(?:a|as|er)\s+a\s+est[ea]|(?:messaggio|risposta|e-?mail)\s+automatic[oa]|non\s+rispondere\s+a\s+quest/iu,
  ],
  [
    0.6,
    /(?<!\p{L})(?:out\s+of\s+(?:the\s+)?office|abwesenheits(?:notiz|benachrichtigung)|absent(?:e)?\s+du\s+bureau|fuera\s+de\s+la\s+oficina|fora\s+do\s+escritório|fuori\s+(?:sede|ufficio))/iu,
  ],
  [
    0.5,
    /(?:\d\s?%\s?(?:off\b|rabatt|de\s+r(?:éduction|emise)|de\s+descuento|(?:de\s+)?dto|de\s+desconto|di\s+sconto)|(?:save|spare[n]?|économisez|ahorra|poupe|economize|risparmia)\s+(?:up\s+to\s+|bis\s+zu\s+|jusqu['’]à\s+|hasta\s+(?:un\s+)?|até\s+|fino\s+al?\s+)?[€$£]?\s?\d)/iu,
  ],
  [
    0.5,
    /(?<!\p{L})(?:(?:promo|discount|coupon|voucher)\s+codes?|coupons?|special\s+offers?|limited\s+(?:time|offer)|free\s+shipping|(?:shop|buy|order)\s+now|gutscheine?|gutscheincode|sonderangebote?|versandkostenfrei|jetzt\s+(?:kaufen|bestellen|sichern|shoppen)|soldes|offres?\s+(?:spéciales?|exclusives?)|code\s+promo|livraison\s+(?:gratuite|offerte)|profitez|rebajas|ofertas?\s+(?:especial(?:es)?|exclusivas?)|envío\s+gratis|cupón|compra\s+ahora|promoç(?:ão|ões)|ofertas?\s+(?:especia(?:l|is)|imperdíve(?:l|is))|frete\s+grátis|cupom|compre\s+(?:agora|já)|saldi|offert[ae]\s+(?:special[ei]|imperdibil[ei])|spedizione\s+gratuita|acquista\s+(?:ora|subito)|approfitta)(?!\p{L})/iu,
  ],
  [
    0.4,
    /(?<!\p{L})(?:newsletter|rundbrief|infolettre|boletín|boletim)(?!\p{L})|(?:you(?:['’]re|\s+are)\s+receiving\s+this|sie\s+erhalten\s+diese\s+(?:e-?mail|nachricht)|vous\s+recevez\s+(?:ce|cet)\s|(?:recibes|recibe\s+usted|has\s+recibido)\s+este\s+(?:correo|mensaje)|(?:você\s+)?(?:está\s+a\s+receber|recebeu|recebe)\s+est[ea]|ricevi\s+quest[ao])/iu,
  ],
  [
    0.3,
    /©|all\s+rights\s+reserved|alle\s+rechte\s+vorbehalten|tous\s+droits\s+réservés|todos\s+los\s+derechos|todos\s+os\s+direitos|tutti\s+i\s+diritti/iu,
  ],
];

/** A sentence with the mark that ends it. */
const sentences = /[^.!?\n]*(?:[.!?]+|\n|$)/gu;

/** How much a message looks like one that goes to many, or that no person wrote: 0 to 1. */
export function bulkOf(text: string, from: string): number {
  // What is asked about bulk is none: "how do I unsubscribe?"
  const said = (text.match(sentences) ?? []).filter((sentence) => !sentence.endsWith('?')).join(' ');
  const seen = [
    ...senders.filter(([, pattern]) => pattern.test(from)),
    ...signs.filter(([, pattern]) => pattern.test(said)),
  ];
  return 1 - seen.reduce((left, [weight]) => left * (1 - weight), 1);
}
