/** A reason as the end of "It asks …": begins with "because" once, and ends as a sentence. */
export function because(reason: string): string {
  const said = /^because\b/i.test(reason) ? reason : `because ${reason}`;
  return /[.!?]$/.test(said) ? said : `${said}.`;
}
