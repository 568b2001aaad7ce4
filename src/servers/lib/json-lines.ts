/** The lines of a JSON text, counted from 1. */
type JsonLines = {
  /** The line of the first mistake; null for JSON. */
  mistake: number | null
  /**
   * Returns the line of a field by its keys from the outside, or of the innermost key that is
   * there; null if none is. Of repeated keys the last counts, as in JSON.parse.
   */
  lineOf(keys: readonly string[]): number | null
}

/** The deepest keys that are remembered. */
const DEEPEST = 3

const SPACE = /[ \t\n\r]*/y

/** A sign, a text, a number or a word of JSON. */
const TOKEN =
  // oxlint-disable-next-line no-control-regex -- JSON has no control characters in texts
  /[{}[\],:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** `member` and `element` are the first of an object or a list, which may also end there. */
type Expected = 'value' | 'element' | 'name' | 'member' | 'colon' | 'more'

/** An open object with its latest key, or an open list. */
type Open = { end: '}' | ']'; key: string }

/**
 * Reads the lines of a JSON text. It uses no recursion, so that deep nesting cannot exhaust the
 * stack.
 */
export function readJsonLines(text: string): JsonLines {
  const lines = new Map<string, number>()
  const open: Open[] = []
  let expected: Expected | null = 'value'
  let [at, line, last] = [0, 1, 1]
  while (expected !== null) {
    const space = matchAt(SPACE, text, at)
    at += space.length
    line += space.split('\n').length - 1
    if (at === text.length) break
    last = line
    const token = matchAt(TOKEN, text, at)
    at += token.length
    const isKey = token.startsWith('"') && (expected === 'name' || expected === 'member')
    expected = follow(expected, token, open)
    const inner = open.at(-1)
    if (!isKey || inner === undefined || open.length > DEEPEST) continue
    inner.key = String(JSON.parse(token)).toWellFormed()
    lines.set(JSON.stringify(open.map(({ key }) => key)), line)
  }
  return {
    mistake: expected === 'more' && open.length === 0 ? null : last,
    lineOf: keys =>
      keys
        .map((_, gone) => lines.get(JSON.stringify(keys.slice(0, keys.length - gone))))
        .find(found => found !== undefined) ?? null
  }
}

function matchAt(expression: RegExp, text: string, at: number): string {
  expression.lastIndex = at
  return expression.exec(text)?.[0] ?? ''
}

/**
 * Opens or closes what a token begins or ends.
 * @returns what may follow the token; null if it is a mistake
 */
function follow(expected: Expected, token: string, open: Open[]): Expected | null {
  const sign = '{}[],:'.includes(token) ? token : 'text'
  const canEnd = ['element', 'member', 'more'].includes(expected)
  if (token !== '' && canEnd && sign === open.at(-1)?.end) {
    open.pop()
    return 'more'
  }
  switch (expected) {
    case 'value':
    case 'element':
      if (token === '{') open.push({ end: '}', key: '' })
      else if (token === '[') open.push({ end: ']', key: '' })
      else return sign === 'text' ? 'more' : null
      return token === '{' ? 'member' : 'element'
    case 'name':
    case 'member':
      return token.startsWith('"') ? 'colon' : null
    case 'colon':
      return sign === ':' ? 'value' : null
    case 'more':
      if (sign !== ',' || open.length === 0) return null
      return open.at(-1)?.end === '}' ? 'name' : 'value'
  }
}
