import { Lexer, type MarkedToken, type Token, type TokenizerExtensionFunction, type TokenizerStartFunction } from 'marked'

/** A formula. An `open` one has no end yet, because its text still grows. */
export type MathToken = { type: 'math'; raw: string; text: string; display: boolean; open: boolean }

/** A reference to a footnote. Only the `first` to it is where its text leads back to. */
export type NoteToken = { type: 'note'; raw: string; number: number; first: boolean }

/** The text of a footnote. */
export type NoteTextToken = { type: 'note_text'; raw: string; label: string; numbers: ReadonlyMap<string, number>; tokens: Token[] }

/** What a model thought before it answered, where it writes that into its answer. */
export type ThoughtToken = { type: 'thought'; raw: string; text: string; open: boolean }

export type OwnToken = MathToken | NoteToken | NoteTextToken | ThoughtToken

/** What is known of a text beside the piece that is read. */
export type Known = {
  growing: boolean
  /** Is there text before this piece? */
  begun: boolean
  /** Of the footnotes that were referred to, by their labels. Filled while a piece is read. */
  numbers: Map<string, number>
}

/** Reads a piece of Markdown. A text that exhausts the lexer, as thousands of nested quotes do, is one paragraph of plain text. */
export function lexMarkdown(text: string, known: Known): Token[] {
  const labels = new Set<string>()
  const block = [thought(known), blockMath(known), noteText(known, labels)]
  const inline = [inlineMath(known), note(known, labels)]
  const extensions = { renderers: {}, childTokens: {}, block, inline, startBlock: [startBlock], startInline: [startInline] }
  try {
    return new Lexer({ gfm: true, extensions }).lex(text)
  } catch {
    return [{ type: 'escape', raw: text, text }]
  }
}

/** Where a paragraph ends because something of ours begins. */
const startBlock: TokenizerStartFunction = src => find(src, /\n {0,3}(?:\$\$|\\\[|\[\^)/)

/** A dollar right behind a letter or a digit is money, or part of a name. */
const startInline: TokenizerStartFunction = src => {
  const found = /(^|[^\w\\$])\$|\\[([]|\[\^/.exec(src)
  return found === null ? undefined : found.index + (found[1]?.length ?? 0)
}

function find(src: string, pattern: RegExp): number | undefined {
  return pattern.exec(src)?.index
}

function thought({ begun }: Known): TokenizerExtensionFunction {
  return function (src, tokens): ThoughtToken | undefined {
    if (begun || !src.startsWith('<think>') || tokens !== this.lexer.tokens || tokens.some(({ type }) => type !== 'space')) return undefined
    const end = src.indexOf('</think>')
    const raw = end === -1 ? src : src.slice(0, end + '</think>'.length)
    return { type: 'thought', raw, text: raw.slice('<think>'.length, end === -1 ? undefined : end).trim(), open: end === -1 }
  }
}

/** `$$ … $$` and `\[ … \]` that stand by themselves. */
function blockMath({ growing }: Known): TokenizerExtensionFunction {
  return (src, tokens): MathToken | undefined => {
    const whole = /^ {0,3}(?:\$\$((?:[^$\\]|\\[^])+)\$\$|\\\[([^]+?)\\\])[ \t]*(?:\n|$)/.exec(src)
    if (whole !== null) return math(whole[0], whole[1] ?? whole[2], true)
    const open = growing && !endsWithin(tokens.at(-1)) ? /^ {0,3}(?:\$\$|\\\[)(?![^]*(?:\$\$|\\\]))([^]*)$/.exec(src) : null
    return open === null ? undefined : { ...math(open[0], open[1], true), open: true }
  }
}

/** Does a formula begin among the words of this paragraph? Then what follows is its end. */
function endsWithin(before: Token | undefined): boolean {
  return before?.type === 'paragraph' && before.raw.split('$$').length % 2 === 0
}

/** How a formula among words is written. None is so long that looking for its end would hold up the page. */
const INLINE = [
  { form: /^\$\$((?:[^$\\]|\\[^])+)\$\$/, display: true },
  { form: /^\\\[((?:[^\\]|\\(?!\])[^]){1,2000})\\\]/, display: true },
  { form: /^\\\(((?:[^\\\n]|\\(?!\)).){1,2000})\\\)/, display: false },
  // Pandoc's rule: no space inside, no digit behind. Nor a letter: `$HOME/$USER` is none.
  { form: /^\$((?![\s$])(?:[^$\\\n]|\\.){0,2000}(?:[^\s$\\]|\\.))\$(?![\w$])/, display: false }
]

/** A price with words behind it, up to the dollar of the next one. */
const PRICE = /^\d[\d.,]*\s+[^\W\d]{2,}/

function inlineMath({ growing }: Known): TokenizerExtensionFunction {
  return (src): MathToken | undefined => {
    for (const { form, display } of INLINE) {
      const found = form.exec(src)
      if (found !== null) return PRICE.test(found[1] ?? '') ? undefined : math(found[0], found[1], display)
    }
    const open = growing ? /^(?:\$\$|\\\(|\\\[)([^\n]*)$/.exec(src) : null
    return open === null ? undefined : { ...math(open[0], open[1], false), open: true }
  }
}

function math(raw: string, text = '', display: boolean): MathToken {
  return { type: 'math', raw, text: text.trim(), display, open: false }
}

const NOTE_TEXT = /^\[\^([^\s\]]{1,64})\]:[ \t]*([^\n]*(?:\n(?:[ \t]*\n)*(?: {2,}|\t)[^\n]+)*)(?:\n|$)/

function noteText({ numbers }: Known, labels: Set<string>): TokenizerExtensionFunction {
  return function (src): NoteTextToken | undefined {
    const [raw, label = '', text = ''] = NOTE_TEXT.exec(src) ?? []
    if (raw === undefined) return undefined
    labels.add(label)
    return { type: 'note_text', raw, label, numbers, tokens: this.lexer.blockTokens(text.replaceAll(/\n(?: {2,4}|\t)/g, '\n'), []) }
  }
}

/** In a whole text, what nothing is written about is no footnote. */
function note({ growing, numbers }: Known, labels: Set<string>): TokenizerExtensionFunction {
  return (src): NoteToken | undefined => {
    const [raw, label = ''] = /^\[\^([^\s\]]{1,64})\](?!\()/.exec(src) ?? []
    if (raw === undefined || (!growing && !labels.has(label))) return undefined
    const first = !numbers.has(label)
    if (first) numbers.set(label, numbers.size + 1)
    return { type: 'note', raw, number: numbers.get(label) ?? 0, first }
  }
}

/** A token as what it is: the lexer's types know of its own alone. */
export function knownToken(token: Token): MarkedToken | OwnToken {
  return token as MarkedToken | OwnToken
}
