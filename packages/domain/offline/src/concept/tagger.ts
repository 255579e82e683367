/** The words of a text by sentence, each with what it is taken for. What tags is given: a language library is no business of this room. */
export type Tagger = (text: string) => readonly (readonly {
  readonly text: string;
  readonly post: string;
  readonly tags: readonly string[];
}[])[];
