import type { OperateCommand } from '#sections/docs/operate/commands.ts'

/**
 * A part of a page of the operating guide.
 * - `heading`, `text`, `list`: keys of strings
 * - `name`: a heading that is a name, the same in all languages
 * - `run`: a command; `code`: lines to copy that are no commands
 * - `settings`: names of variables; the table of settings has their defaults
 * - `checks`: the symptoms of each check of the doctor; `sizing`: the table of sizes
 */
export type OperatePart =
  | { heading: string }
  | { name: string }
  | { text: string }
  | { list: readonly string[] }
  | { run: OperateCommand }
  | { code: string }
  | { settings: readonly string[] }
  | { checks: true }
  | { sizing: true }
