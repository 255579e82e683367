/** The line above an earlier message that is quoted below, as mail programs write it. */
const quoteHead =
  /^(?:-{2,} ?(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d['’]origine|mensaje original|mensagem original|messaggio originale)\b.*|(?:on|am|le|el|em|il)\s.{4,160}(?:wrote|schrieb|a écrit|escribió|escreveu|ha scritto)(?:\s.{0,80})?:)\s*$/imu;

/** How a letter ends; what follows it is a name and an address. */
const signOff =
  /^[^\S\n]*(?:--|(?:(?:best|kind|warm(?:est)?|many)\s+(?:regards|wishes)|regards|cheers|yours|sincerely|all the best|love|(?:mit\s+)?(?:freundliche[nr]?|beste[nr]?|viele[nr]?|liebe[nr]?|herzliche[nr]?|schöne[nr]?)\s+gr(?:ü|u|ue)(?:ß|ss)e[n]?|gruß|lg|vg|mfg|cordialement|bien\s+(?:à\s+(?:vous|toi)|cordialement)|amicalement|(?:un\s+)?(?:cordial\s+)?saludos?|saludos\s+cordiales|atentamente|un\s+abrazo|(?:com\s+os\s+)?(?:melhores\s+)?cumprimentos|atenciosamente|(?:um\s+)?abraços?|(?:cordiali|distinti|cari)?[^\S\n]*saluti|un\s+saluto|cordialmente)\s*[,.!]?)[^\S\n]*$/imu;

/** "Please find attached": in the form of a request, and tells that something is enclosed. */
const enclosing =
  /(?<!\p{L})(?:please\s+)?(?:find|see)\s+(?:attached|enclosed|below)|(?:anbei|im\s+anhang)\s+(?:finden\s+sie|findest\s+du|findet\s+ihr)?|veuillez\s+trouver|(?:adjunto|le\s+adjunto|te\s+adjunto)(?!\p{L})|(?:segue|envio)\s+em\s+anexo|in\s+allegato\s+(?:trov\p{L}+)?/giu;

/** Says that one may write again, in the form of a request: it stands in letters of every kind. Each takes the sentence that it begins. */
const letterPhrases =
  /(?:please\s+)?(?:do\s+not|don['’]t)\s+hesitate\b[^.!?\n]*|(?:please\s+)?feel\s+free\b[^.!?\n]*|(?:please\s+)?let\s+(?:me|us)\s+know\s+if\s+you\s+(?:have|need|require)\s+(?:any|more|further)[^.!?\n]*|if\s+you\s+have\s+any\s+(?:further\s+)?questions\b[^.!?\n]*|(?:bei|für)\s+(?:rück)?fragen\b[^.!?\n]*|zögern\s+sie\s+nicht\b[^.!?\n]*|melden\s+sie\s+sich\s+(?:gerne|jederzeit|bei\s+fragen)\b[^.!?\n]*|n['’]hésite[zr]?\s+pas\b[^.!?\n]*|no\s+dud[ea]n?\s+en\b[^.!?\n]*|não\s+hesite\b[^.!?\n]*|(?:qualquer\s+dúvida|em\s+caso\s+de\s+dúvida)\b[^.!?\n]*|non\s+esit(?:are|ate|i)\b[^.!?\n]*|per\s+(?:qualsiasi|eventuali)\s+(?:domand|dubbi|chiariment)[^.!?\n]*/giu;

/** What a sender writes now. */
export interface OwnWords {
  /** Without earlier messages, the end of the letter and phrases that stand in every one. All of it where nothing would be left. */
  readonly text: string;
  /** It says that something is enclosed. */
  readonly encloses: boolean;
}

/** Reads what a sender writes now. */
export function ownWords(text: string): OwnWords {
  const above = text.slice(0, quoteHead.exec(text)?.index ?? text.length);
  const lines = above
    .split('\n')
    .filter((line) => !/^\s*>/.test(line))
    .join('\n');
  const letter = lines.slice(0, signOff.exec(lines)?.index ?? lines.length);
  const plain = withoutMarkup(letter).replace(letterPhrases, ' ');
  const own = plain.replace(enclosing, ' ');
  return { text: plain.trim() === '' ? withoutMarkup(text) : own, encloses: own !== plain };
}

/** Without tags and addresses between brackets: they are no words. */
function withoutMarkup(text: string): string {
  return text.replace(/<[^<>]{0,500}>/gu, ' ');
}
