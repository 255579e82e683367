/** Words of a reply that are looked at: a longer one is talk. */
const wordsMax = 8;

// In each language of the product: English, German, French, Spanish, Italian, Portuguese.
const useless =
  /^(?:no|nope|nein|non|não|nao)\b|\b(?:not (?:relevant|useful|helpful|interesting|needed)|irrelevant|useless|never mind|stop (?:that|this|it)|don'?t (?:tell|ask|bother|wake)|(?:nicht|un)\s?(?:relevant|nützlich|nötig|wichtig)|interessiert mich nicht|egal|lass das|pas (?:utile|pertinent|important|intéressant)|sans intérêt|arrête|laisse tomber|no (?:me interesa|es relevante|es útil|sirve)|inútil|irrelevante|déjalo|no mi interessa|non (?:è|e) (?:utile|rilevante)|lascia perdere|não (?:é útil|interessa|é relevante)|esquece|deixa para lá)\b/u;
const useful =
  /^(?:yes|yep|yeah|ja|jep|oui|sí|sì|sim)\b|\b(?:thanks?|thank you|good (?:to know|catch)|useful|helpful|relevant|important|danke|gut zu wissen|nützlich|hilfreich|wichtig|merci|utile|pertinent|bon à savoir|gracias|útil|relevante|bueno saberlo|grazie|rilevante|buono a sapersi|obrigad[oa]|bom saber)\b/u;

/** What a short reply says of a wake: 1, it was of use; −1, it was not; null: nothing that is sure. A no goes before a yes ("no thanks"). */
export function labelOfReply(text: string): -1 | 1 | null {
  const plain = text.normalize('NFC').toLowerCase().replaceAll('’', "'").trim();
  const words = plain.match(/[\p{L}\p{N}']+/gu) ?? [];
  if (words.length === 0 || words.length > wordsMax || plain.endsWith('?')) return null;
  if (useless.test(plain)) return -1;
  return useful.test(plain) ? 1 : null;
}
