import type { MarkedToken, Token, TokenizerExtensionFunction, TokenizerStartFunction } from 'marked'
import { BoundedLexer } from '#ui/chat/markdown-bounds.ts'

/** A formula. An `open` one is not drawn: it has no end yet, because its text still grows, or there are too many. */
export type MathToken = { type: 'math'; raw: string; text: string; display: boolean; open: boolean }

/** A reference to a footnote. Only the `first` to it is where its text leads back to. */
export type NoteToken = { type: 'note'; raw: string; number: number; first: boolean }

/** The text of a footnote. */
export type NoteTextToken = { type: 'note_text'; raw: string; label: string; numbers: ReadonlyMap<string, number>; tokens: Token[] }

/** What a model thought before it answered, where it writes that into its answer. */
export type ThoughtToken = { type: 'thought'; raw: string; text: string; open: boolean }

/** Stands after a text of which a part was left plain. */
export type CutToken = { type: 'cut'; raw: string }

export type OwnToken = MathToken | NoteToken | NoteTextToken | ThoughtToken | CutToken

/** What is known of a text beside the piece that is read. */
export type Known = {
  growing: boolean
  /** Is there text before this piece? */
  begun: boolean
  /** How many formulas there were. Filled while a piece is read. */
  formulas: number
  /** Of the footnotes that were referred to, by their labels. Filled while a piece is read. */
  numbers: Map<string, number>
}

/** Reads a piece of Markdown, all at once. */
export function lexMarkdown(text: string, known: Known): Token[] {
  const steps = lexInSteps(text, known)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** Reads a piece of Markdown in small steps, and tells how much work each was. @returns its tokens; a `cut` ends a text of which a part was left plain */
export function* lexInSteps(text: string, known: Known): Generator<number, Token[]> {
  const labels = new Set<string>()
  const block = [thought(known), blockMath(known), noteText(known, labels)]
  const inline = [inlineMath(known), note(known, labels)]
  const extensions = { renderers: {}, childTokens: {}, block, inline, startBlock: [startBlock], startInline: [startInline] }
  const lexer = new BoundedLexer(extensions)
  const tokens = yield* lexer.steps(text)
  return lexer.cut && !known.growing ? [...tokens, { type: 'cut', raw: '' }] : tokens
}

/** A formula that is longer, in characters, is not drawn. It is not looked for either. */
const MAX_FORMULA = 5000

/** A paragraph is read in pieces of so many characters, which the library puts together again. */
const PIECE = 2000

/** Where a paragraph ends because something of ours begins, or a piece of it where another line begins with a letter. */
const startBlock: TokenizerStartFunction = src => {
  const near = src.slice(0, PIECE)
  const found = /\n {0,3}(?:\$\$|\\\[|\[\^)/.exec(near)?.index
  if (found !== undefined || src.length <= PIECE) return found
  return /^[^]*(?=\n\p{L})/u.exec(near)?.[0].length ?? near.lastIndexOf('\n')
}

/** A dollar right behind a letter or a digit is money, or part of a name. */
const startInline: TokenizerStartFunction = src => {
  const found = /(^|[^\w\\$])\$|\\[([]|\[\^/.exec(src)
  return found === null ? undefined : found.index + (found[1]?.length ?? 0)
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
function blockMath(known: Known): TokenizerExtensionFunction {
  return (rest, tokens): MathToken | undefined => {
    const src = rest.slice(0, MAX_FORMULA)
    const whole = /^ {0,3}(?:\$\$((?:[^$\\]|\\[^])+)\$\$|\\\[([^]+?)\\\])[ \t]*(?:\n|$)/.exec(src)
    if (whole !== null) return math(whole[0], whole[1] ?? whole[2], true, known)
    const open =
      known.growing && src === rest && !endsWithin(tokens.at(-1)) ? /^ {0,3}(?:\$\$|\\\[)(?![^]*(?:\$\$|\\\]))([^]*)$/.exec(src) : null
    return open === null ? undefined : { ...math(open[0], open[1], true, known), open: true }
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

function inlineMath(known: Known): TokenizerExtensionFunction {
  return (src): MathToken | undefined => {
    for (const { form, display } of INLINE) {
      const found = form.exec(src)
      if (found !== null) return PRICE.test(found[1] ?? '') ? undefined : math(found[0], found[1], display, known)
    }
    const open = known.growing ? /^(?:\$\$|\\\(|\\\[)([^\n]*)$/.exec(src) : null
    return open === null ? undefined : { ...math(open[0], open[1], false, known), open: true }
  }
}

/** Most formulas of a text that are drawn. */
const MAX_FORMULAS = 1000

function math(raw: string, text = '', display: boolean, known: Known): MathToken {
  return { type: 'math', raw, text: text.trim(), display, open: ++known.formulas > MAX_FORMULAS }
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
