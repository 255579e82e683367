import type { LanguageCode } from '@salience/language';

/** How a language orders a mail; sources of expressions in which a blank is any space. */
export interface MailWords {
  /** Verbs that order one to be written and kept, and to be sent. */
  readonly draft: string;
  readonly send: string;
  readonly nouns: string;
  /** A mail that is only written. */
  readonly draftNouns: string;
  /** Before the subject. */
  readonly about: string;
  /** Between who gets it and what it says, beside a colon. */
  readonly saying: string;
  /** Heads the line of the subject in what it says. */
  readonly subject: string;
}

/** One table a language. */
export const mailWords: Readonly<Record<LanguageCode, MailWords>> = {
  en: {
    draft: 'draft|write(?: up)?|compose|prepare',
    send: 'send(?: off| out)?|mail|e-?mail',
    nouns: 'mail|e-?mail|message|letter|note|line|reply|answer',
    draftNouns: 'draft',
    about: 'about|regarding|concerning|with the subject|with subject|subject',
    saying: 'saying(?: that)?|that says(?: that)?|which says(?: that)?|with the text|to say(?: that)?',
    subject: 'subject',
  },
  de: {
    draft: 'entwirf|entwerfe|schreib(?:e)?|verfasse|formuliere',
    send: 'schick(?:e)?|send(?:e)?|maile?',
    nouns: 'e-?mail|mail|nachricht|brief|antwort',
    draftNouns: 'entwurf',
    about: 'über|wegen|mit dem betreff|betreff|zum thema',
    saying: 'mit dem text|dass',
    subject: 'betreff',
  },
  fr: {
    draft: 'rédige[zr]?|écris|écrivez|prépare[zr]?|compose[zr]?',
    send: 'envoie|envoyez',
    nouns: 'e-?mail|mail|courriel|message|lettre|mot|réponse',
    draftNouns: 'brouillon',
    about:
      "sur|au sujet d(?:e la|e|u|es)|à propos d(?:e la|e|u|es)|concernant|avec (?:pour|l['’])? ?objet|objet",
    saying: 'avec le texte|disant que|pour dire que|qui dit que',
    subject: 'objet',
  },
  es: {
    draft: 'redact[ae]|escrib[ae](?:le)?|prepar[ae]',
    send: 'env[ií][ae](?:le)?|mand[ae](?:le)?',
    nouns: 'e-?mail|mail|correo(?: electrónico)?|mensaje|carta|respuesta',
    draftNouns: 'borrador',
    about: 'sobre|acerca de(?:l| la)?|con (?:el )?asunto|asunto',
    saying: 'con el texto|diciendo que|que diga que|que diga',
    subject: 'asunto',
  },
  pt: {
    draft: 'redig[ei]|redija|escrev[ea](?:-lhe)?|prepar[ae]|rascunh[ae]',
    send: 'envi[ae](?:-lhe)?|mand[ae](?:-lhe)?',
    nouns: 'e-?mail|mail|mensagem|carta|resposta',
    draftNouns: 'rascunho',
    about: 'sobre|acerca d[aeo]|com (?:o )?assunto|assunto',
    saying: 'com o texto|a dizer que|dizendo que|que diga que',
    subject: 'assunto',
  },
  it: {
    draft: 'redigi|scrivi(?:le|gli)?|prepara|componi|abbozza',
    send: 'invia(?:le|gli)?|manda(?:le|gli)?|spedisci',
    nouns: 'e-?mail|mail|messaggio|lettera|risposta',
    draftNouns: 'bozza',
    about: "su(?:l|lla|i|gli|lle)?|riguardo a(?:l|lla)?|con (?:l['’])?oggetto|oggetto",
    saying: 'con il testo|dicendo che|che dica che|che dica',
    subject: 'oggetto',
  },
};
