/** A word with two dashes before it, such as `--quality`; some keyboards make one long dash of them. */
const FLAG = /(?:^|\s)(?:--|—)([a-z]+)(?!\S)/g

/** A setting typed behind the words of a prompt: `--quality .5`. */
export type TypedFlag = { name: string; value: string }

/**
 * Takes a text apart.
 * @returns the words before the first flag, and every flag with the text up to the next one
 */
export function typedFlags(text: string): { words: string; flags: TypedFlag[] } {
  const marks = [...text.matchAll(FLAG)]
  const flags = marks.map((mark, at) => {
    const [whole, name = ''] = mark
    return { name, value: text.slice(mark.index + whole.length, marks[at + 1]?.index).trim() }
  })
  return { words: text.slice(0, marks[0]?.index).trim(), flags }
}

/** The value of the first flag with one of these names. @param text anything that a field may hold */
export function typedValue(text: unknown, names: readonly string[]): string | undefined {
  return typeof text === 'string' ? typedFlags(text).flags.find(({ name }) => names.includes(name))?.value : undefined
}
