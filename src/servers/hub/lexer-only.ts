/** From where the library makes its own reader of whole texts, up to its exports. */
const REST = /var (\w+)=new \w+;function \w+\(\w+,\w+\)\{return \1\.parse\([^]*(?=export\{)/

const EXPORTS = /export\{[^}]*?([\w$]+ as Lexer)\b[^}]*?([\w$]+ as Tokenizer)\b[^}]*\}/

/** The name of a set of rules for the Markdown of 2004. */
const OLD_RULES = /,pedantic:(\w+)\}/

/**
 * Leaves of marked what reads a text into tokens. What makes HTML of them goes with the reader that the library makes of all
 * its parts when it is loaded, which is why no bundler can leave it out by itself: a fifth of its size. So do rules that an
 * option chooses which nobody sets.
 * @throws Error when the library has been made anew in another form: look at its end then
 */
export function keepLexer(code: string): string {
  const kept = EXPORTS.exec(code)?.slice(1)
  if (kept === undefined || !REST.test(code)) throw new Error('marked does not end as it did: see src/servers/hub/lexer-only.ts')
  const lexer = code.replace(REST, '').replace(EXPORTS, `export{${kept.join()}}`)
  return withoutOldRules(withoutOldRules(lexer)).replaceAll('this.options.pedantic', '!1')
}

/** One set goes, for blocks or for words. */
function withoutOldRules(code: string): string {
  const name = OLD_RULES.exec(code)?.[1]
  const rules = new RegExp(String.raw`,${name}=\{\.\.\.\w+,[^]*?\.getRegex\(\)\}(?=,)`)
  if (name === undefined || !rules.test(code)) throw new Error('marked has other rules than before: see src/servers/hub/lexer-only.ts')
  return code.replace(OLD_RULES, '}').replace(rules, '')
}

/** Does that to what browsers get. */
export const lexerOnly = {
  name: 'polymuse:lexer-only',
  apply: 'build',
  transform(code: string, id: string): { code: string; map: null } | null {
    return id.endsWith('/marked/lib/marked.esm.js') ? { code: keepLexer(code), map: null } : null
  }
} as const
