/** A word after two dashes, such as `--quality`. Some keyboards turn them into one long dash. */
const FLAG = /(?:^|\s)(?:--|—)([a-z]+)(?!\S)/g

/** A setting typed after the words of a prompt: `--quality .5`. */
type TypedFlag = { name: string; value: string }

/**
 * Splits a text into words and flags.
 * @returns the words before the first flag, and each flag with the text up to the next one
 */
export function parseFlags(text: string): { words: string; flags: TypedFlag[] } {
  const marks = [...text.matchAll(FLAG)]
  const flags = marks.map((mark, at) => {
    const [whole, name = ''] = mark
    return { name, value: text.slice(mark.index + whole.length, marks[at + 1]?.index).trim() }
  })
  return { words: text.slice(0, marks[0]?.index).trim(), flags }
}

/**
 * Returns the value of the first flag with one of these names.
 * @param text any value of a field
 */
export function flagValue(text: unknown, names: readonly string[]): string | undefined {
  return typeof text === 'string'
    ? parseFlags(text).flags.find(({ name }) => names.includes(name))?.value
    : undefined
}
