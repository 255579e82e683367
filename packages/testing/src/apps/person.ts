/** The token of the person of every test's machine: what `salience up` makes at random and hands to consumer. */
export const personToken = `pt_${'test-person-'.repeat(4).slice(0, 43)}`;

/** The header by which a test speaks as that person. */
export const asPerson: Readonly<Record<'authorization', string>> = {
  authorization: `Bearer ${personToken}`,
};
