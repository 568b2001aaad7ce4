import type { MarkedToken, Token, TokenizerExtensionFunction, TokenizerStartFunction } from 'marked'
import { BoundedLexer } from '#ui/chat/markdown-bounds.ts'

/**
 * A formula. An `open` one is not drawn: its end is missing while the text grows, or the text has
 * too many formulas.
 */
export type MathToken = { type: 'math'; raw: string; text: string; display: boolean; open: boolean }

/** A reference to a footnote. The footnote links back only to the `first` reference. */
export type NoteToken = { type: 'note'; raw: string; number: number; first: boolean }

/** The text of a footnote. */
export type NoteTextToken = {
  type: 'note_text'
  raw: string
  label: string
  numbers: ReadonlyMap<string, number>
  tokens: Token[]
}

/** A model's reasoning, if the model writes it at the start of its answer in `<think>` tags. */
type ThoughtToken = { type: 'thought'; raw: string; text: string; open: boolean }

/**
 * Marks the end of a text of which some part stayed plain, because parsing it would take too long.
 */
type CutToken = { type: 'cut'; raw: string }

type OwnToken = MathToken | NoteToken | NoteTextToken | ThoughtToken | CutToken

/** Facts about the text that contains the piece to be parsed. */
type Known = {
  growing: boolean
  /** Whether the text has begun before this piece. */
  begun: boolean
  /** Number of formulas so far; grows during parsing. */
  formulas: number
  /** Numbers of the footnotes referred to so far, by label; grows during parsing. */
  numbers: Map<string, number>
}

/** Parses a piece of Markdown in one go. */
export function lexMarkdown(text: string, known: Known): Token[] {
  const steps = lexInSteps(text, known)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/**
 * Parses a piece of Markdown in small steps and yields the work of each.
 * @returns its tokens; a final `cut` means that part of the text was left plain
 */
export function* lexInSteps(text: string, known: Known): Generator<number, Token[]> {
  const labels = new Set<string>()
  const block = [thought(known), blockMath(known), noteText(known, labels)]
  const inline = [inlineMath(known), note(known, labels)]
  const extensions = {
    renderers: {},
    childTokens: {},
    block,
    inline,
    startBlock: [startBlock],
    startInline: [startInline]
  }
  const lexer = new BoundedLexer(extensions)
  const tokens = yield* lexer.steps(text)
  return lexer.cut && !known.growing ? [...tokens, { type: 'cut', raw: '' }] : tokens
}

/** A formula with more characters is neither looked for nor drawn. */
const MAX_FORMULA = 5000

/** The library parses a paragraph in parts of this many characters and joins them. */
const PIECE = 2000

/**
 * Returns the position at which a paragraph ends for one of our own block elements. In a long
 * paragraph without one, returns the end of a part, if possible before a line that begins with a
 * letter.
 */
const startBlock: TokenizerStartFunction = src => {
  const near = src.slice(0, PIECE)
  const found = /\n {0,3}(?:\$\$|\\\[|\[\^)/.exec(near)?.index
  if (found !== undefined || src.length <= PIECE) return found
  return /^[^]*(?=\n\p{L})/u.exec(near)?.[0].length ?? near.lastIndexOf('\n')
}

/**
 * Returns the position at which one of our own inline elements may begin. A dollar sign right after
 * a letter or a digit is money or part of a name.
 */
const startInline: TokenizerStartFunction = src => {
  const found = /(^|[^\w\\$])\$|\\[([]|\[\^/.exec(src)
  return found === null ? undefined : found.index + (found[1]?.length ?? 0)
}

function thought({ begun }: Known): TokenizerExtensionFunction {
  return function (src, tokens): ThoughtToken | undefined {
    if (
      begun ||
      !src.startsWith('<think>') ||
      tokens !== this.lexer.tokens ||
      tokens.some(({ type }) => type !== 'space')
    )
      return undefined
    const end = src.indexOf('</think>')
    const raw = end === -1 ? src : src.slice(0, end + '</think>'.length)
    return {
      type: 'thought',
      raw,
      text: raw.slice('<think>'.length, end === -1 ? undefined : end).trim(),
      open: end === -1
    }
  }
}

/** Display formulas, `$$ … $$` and `\[ … \]`, on lines of their own. */
function blockMath(known: Known): TokenizerExtensionFunction {
  return (rest, tokens): MathToken | undefined => {
    const src = rest.slice(0, MAX_FORMULA)
    const whole = /^ {0,3}(?:\$\$((?:[^$\\]|\\[^])+)\$\$|\\\[([^]+?)\\\])[ \t]*(?:\n|$)/.exec(src)
    if (whole !== null) return math(whole[0], whole[1] ?? whole[2], true, known)
    const open =
      known.growing && src === rest && !endsWithin(tokens.at(-1))
        ? /^ {0,3}(?:\$\$|\\\[)(?![^]*(?:\$\$|\\\]))([^]*)$/.exec(src)
        : null
    return open === null ? undefined : { ...math(open[0], open[1], true, known), open: true }
  }
}

/**
 * Whether a formula begins in this paragraph, so that `$$` in the text after it is the formula's
 * end.
 */
function endsWithin(before: Token | undefined): boolean {
  return before?.type === 'paragraph' && before.raw.split('$$').length % 2 === 0
}

/** Patterns of inline formulas. Their length limits keep the search for a formula's end short. */
const INLINE = [
  { form: /^\$\$((?:[^$\\]|\\[^])+)\$\$/, display: true },
  { form: /^\\\[((?:[^\\]|\\(?!\])[^]){1,2000})\\\]/, display: true },
  { form: /^\\\(((?:[^\\\n]|\\(?!\)).){1,2000})\\\)/, display: false },
  // Pandoc's rule: no space right inside the dollar signs, and no digit after the closing one. We
  // also allow no letter after it, because `$HOME/$USER` is no formula.
  { form: /^\$((?![\s$])(?:[^$\\\n]|\\.){0,2000}(?:[^\s$\\]|\\.))\$(?![\w$])/, display: false }
]

/**
 * Finds a price that is followed by words. The text up to the next dollar sign is then no formula,
 * as in `$5 to 6$`.
 */
const PRICE = /^\d[\d.,]*\s+[^\W\d]{2,}/

function inlineMath(known: Known): TokenizerExtensionFunction {
  return (src): MathToken | undefined => {
    for (const { form, display } of INLINE) {
      const found = form.exec(src)
      if (found !== null)
        return PRICE.test(found[1] ?? '') ? undefined : math(found[0], found[1], display, known)
    }
    const open = known.growing ? /^(?:\$\$|\\\(|\\\[)([^\n]*)$/.exec(src) : null
    return open === null ? undefined : { ...math(open[0], open[1], false, known), open: true }
  }
}

/** Largest number of drawn formulas in a text. */
const MAX_FORMULAS = 1000

function math(raw: string, text = '', display: boolean, known: Known): MathToken {
  return { type: 'math', raw, text: text.trim(), display, open: ++known.formulas > MAX_FORMULAS }
}

const NOTE_TEXT =
  /^\[\^([^\s\]]{1,64})\]:[ \t]*([^\n]*(?:\n(?:[ \t]*\n)*(?: {2,}|\t)[^\n]+)*)(?:\n|$)/

function noteText({ numbers }: Known, labels: Set<string>): TokenizerExtensionFunction {
  return function (src): NoteTextToken | undefined {
    const [raw, label = '', text = ''] = NOTE_TEXT.exec(src) ?? []
    if (raw === undefined) return undefined
    labels.add(label)
    return {
      type: 'note_text',
      raw,
      label,
      numbers,
      tokens: this.lexer.blockTokens(text.replaceAll(/\n(?: {2,4}|\t)/g, '\n'), [])
    }
  }
}

/** In a finished text, a reference without a footnote stays plain text. */
function note({ growing, numbers }: Known, labels: Set<string>): TokenizerExtensionFunction {
  return (src): NoteToken | undefined => {
    const [raw, label = ''] = /^\[\^([^\s\]]{1,64})\](?!\()/.exec(src) ?? []
    if (raw === undefined || (!growing && !labels.has(label))) return undefined
    const first = !numbers.has(label)
    if (first) numbers.set(label, numbers.size + 1)
    return { type: 'note', raw, number: numbers.get(label) ?? 0, first }
  }
}

/**
 * Narrows a token to the types of the lexer and to our own. The library's type allows any string.
 */
export function narrowToken(token: Token): MarkedToken | OwnToken {
  return token as MarkedToken | OwnToken
}
