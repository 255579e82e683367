import { Budget } from './budget.ts';
import { ScriptReader } from './script-reader.ts';
import type { Script } from './syntax.ts';
import type { Variables } from './variables.ts';

// The grammar that ScriptReader (lists, commands) and WordReader (words) accept. It is that of bash, read leniently: what no rule
// matches is skipped and reading continues, because a judge of commands must see every command of a broken text too.
//
//   list        = { command separator }                    to the end, or to the closer of the group that it stands in
//   separator   = newline | ";" | "&" | "&&" | "||" | "|" | "|&"
//   command     = simple | group { redirect } | "[[" { word } "]]" | "((" numbers "))" | function
//   group       = "(" list ")" | "{" list "}" | "if" list "fi" | ( "while" | "until" ) list "done"
//               | ( "for" | "select" ) name [ "in" { word } ] list "done"
//               | "case" word "in" { pattern ")" list ";;" } "esac"
//   function    = name "()" command | "function" name [ "()" ] command
//   simple      = { name "=" word } { word | redirect }
//   redirect    = [ digits ] ( "<" | ">" | ">>" | ">|" | "<>" | "<&" | ">&" | "&>" | "<<<" ) word | heredoc
//   heredoc     = ( "<<" | "<<-" ) delimiter …             its body follows the end of the line
//   word        = { plain | "\" character | "'" text "'" | '"' { plain | expansion } '"' | expansion | process | glob }
//   expansion   = "$" name | "${" name … "}" | "$(" list ")" | "`" list "`" | "$((" numbers "))" | "$'" text "'" | '$"' text '"'
//   process     = ( "<(" | ">(" ) list ")"
//   glob        = ( "?" | "*" | "+" | "@" | "!" ) "(" … ")"
//
// `then`, `else`, `elif`, `do`, `in`, `!`, `time` and `coproc` are read over. Braces such as `{a,b}` expand to several words. The
// result is flat: every simple command of every list, with the ranges of those nested in its words and of those that pipe into it.

/**
 * Reads a text as a shell would, without running anything. Never throws. Time and memory grow with the length of the text, whatever
 * it contains. `budget` carries the limits over nested texts.
 */
export function readShell(
  text: string,
  budget: Budget = new Budget(),
  variables: Variables = new Map(),
): Script {
  return new ScriptReader(text, budget, variables, [], new Set()).read();
}
