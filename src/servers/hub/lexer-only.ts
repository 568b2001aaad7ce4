/** The code from where marked creates its default parser up to its exports. */
const REST = /var (\w+)=new \w+;function \w+\(\w+,\w+\)\{return \1\.parse\([^]*(?=export\{)/

const EXPORTS = /export\{[^}]*?([\w$]+ as Lexer)\b[^}]*?([\w$]+ as Tokenizer)\b[^}]*\}/

/** Finds the name of the rule set for the Markdown of 2004. */
const OLD_RULES = /,pedantic:(\w+)\}/

/**
 * Keeps only the part of marked that turns text into tokens. Marked creates its default parser on
 * load, so no bundler can drop the HTML renderer, a fifth of its size. The rules for the unused
 * option `pedantic` are removed too.
 * @throws Error when marked's build has another form; then compare the end of its file with these
 * expressions
 */
export function keepLexer(code: string): string {
  const kept = EXPORTS.exec(code)?.slice(1)
  if (kept === undefined || !REST.test(code))
    throw new Error('marked does not end as it did: see src/servers/hub/lexer-only.ts')
  const lexer = code.replace(REST, '').replace(EXPORTS, `export{${kept.join()}}`)
  return withoutOldRules(withoutOldRules(lexer)).replaceAll('this.options.pedantic', '!1')
}

/** Removes one set of old rules: for blocks or for inline text. */
function withoutOldRules(code: string): string {
  const name = OLD_RULES.exec(code)?.[1]
  const rules = new RegExp(String.raw`,${name}=\{\.\.\.\w+,[^]*?\.getRegex\(\)\}(?=,)`)
  if (name === undefined || !rules.test(code))
    throw new Error('marked has other rules than before: see src/servers/hub/lexer-only.ts')
  return code.replace(OLD_RULES, '}').replace(rules, '')
}

/** Applies `keepLexer` to the browser build. */
export const lexerOnlyPlugin = {
  name: 'polymuse:lexer-only',
  apply: 'build',
  transform(code: string, id: string): { code: string; map: null } | null {
    return id.endsWith('/marked/lib/marked.esm.js') ? { code: keepLexer(code), map: null } : null
  }
} as const
