const polite =
  /^(?:please|pls|bitte|s['’]il\s+(?:te|vous)\s+pla[iî]t|por\s+favor|per\s+favore|hallo|salut|hola|ciao|olá|hey|hi|hello|ok(?:ay)?|so|and|also|then|now|oh|yes|well|just|kindly|could\s+you|can\s+you|would\s+you|will\s+you|i(?:['’]d|\s+would)\s+like\s+you\s+to|i\s+(?:want|need)\s+you\s+to|go\s+ahead\s+and|there)\b[\s,!.]*/i;
const ending =
  /(?:[\s,]+(?:please|thanks|thank you|for me|bitte|danke|s['’]il (?:te|vous) pla[iî]t|merci|por favor|gracias|per favore|grazie|obrigad[oa]))?[\s.!?,;]*$/i;

/** A text without what opens it politely. */
export function withoutGreeting(said: string): string {
  let bare = said;
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replace(polite, '');
  }
  // "Ada, remind me": the name of whoever is spoken to.
  return bare.replace(/^[¡¿]\s*/u, '').replace(/^\p{Lu}\p{L}{1,30},\s+(?=\p{L})/u, '');
}

/** A text without what ends it politely, and without the marks at its end. */
export function withoutThanks(said: string): string {
  return said.replace(ending, '');
}

/** A text without both. */
export function withoutManners(said: string): string {
  return withoutThanks(withoutGreeting(said));
}
