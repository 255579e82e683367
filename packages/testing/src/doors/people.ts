/** Lives in which somebody is spoken about, and what the rules that forget a person do to them. */
export { measureForgetting } from '../people/measure-forgetting.ts';
export { type SpokenLife, spokenLife } from '../people/spoken-of.ts';
