/** Words that say nothing about what a sentence is about. Other languages' function words count as content: stricter, never laxer. */
const functionWords = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have he her him his i if in into is it its me my of on ' +
    'or our she should so some than that the their them there they this to us was we were will with would you your am about'
  ).split(' '),
);

/** True for a word that says nothing about what a sentence is about. */
export function isFunctionWord(word: string): boolean {
  return functionWords.has(word);
}

/** Words that say nothing about what a message is about, in the languages that have cues elsewhere too. */
const smallWords = new Set(
  (
    'about an and any are as at be been but by can could did do does for from had has have he her him his how if in into is it its ' +
    'just me my no not now of off ok on or our out please she should so some than thanks that the their them then there these ' +
    'they this those to too up us was we were what when where which who why will with would yes you your ' +
    'aber auch auf aus bei bin bist das dass dein dem den der des die doch du ein eine er es für hat ich ihr im ist ja kann mein ' +
    'mich mir mit nein nicht noch oder sein sich sie sind und uns von war was wer wie wir wo zu zum zur ' +
    'au aux avec ce ces cette dans de elle en est et il je la le les lui ma mais mes moi mon ne nous ou où par pas pour que qui sa ' +
    'se ses son sont sur ta te tu un une vous al como con del donde el ella esta este la las lo los mi muy más para pero por qué ' +
    'se si sin su sus tu una uno yo ao com da do dos ele ela em eu foi isso mas meu minha na não nos num para por se seu sua um uma ' +
    'che chi cosa di della dove gli ho il io lei lui mi mia mio nel non per più questo sei si sono sul ti una'
  ).split(' '),
);

/** True for a word that says nothing about what a message is about, in any of the six languages. */
export function isSmallWord(word: string): boolean {
  return smallWords.has(word);
}
