/** Most prompts that one press of Generate may start. */
export const MOST_PROMPTS = 20

/**
 * Splits a prompt at its alternatives: `a {red|blue} boat` becomes `a red boat` and `a blue boat`.
 * Braces without a bar, or with braces inside, are ordinary text.
 * @returns all combinations in their order; null for more than {@link MOST_PROMPTS}
 */
export function expandAlternatives(text: string): readonly string[] | null {
  let prompts = ['']
  for (const part of partsOf(text)) {
    if (prompts.length * part.length > MOST_PROMPTS) return null
    prompts = prompts.flatMap(start => part.map(option => start + option))
  }
  return prompts
}

/**
 * Makes each line of a text a prompt of its own, with its alternatives.
 * @returns null for more than {@link MOST_PROMPTS}
 */
export function expandLines(text: string): readonly string[] | null {
  const prompts = promptLines(text).map(expandAlternatives)
  if (prompts.some(each => each === null)) return null
  const all = prompts.flatMap(each => each ?? [])
  return all.length > MOST_PROMPTS ? null : all
}

/** Returns the lines of a text that are not empty. */
export function promptLines(text: string): string[] {
  return text.split('\n').flatMap(line => line.trim() || [])
}

/** Cuts a prompt into texts that are fixed (one option) and groups of options. */
function partsOf(text: string): string[][] {
  const parts: string[][] = []
  let from = 0
  while (from < text.length) {
    const close = text.indexOf('}', from)
    if (close < 0) break
    const open = text.lastIndexOf('{', close)
    const options = open < from ? [] : text.slice(open + 1, close).split('|')
    if (options.length > 1)
      parts.push(
        [text.slice(from, open)],
        options.map(option => option.trim())
      )
    else parts.push([text.slice(from, close + 1)])
    from = close + 1
  }
  return [...parts, [text.slice(from)]]
}
