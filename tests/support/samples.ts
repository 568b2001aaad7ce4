/** One line of a scrape: the labels of a metric and its value. */
export type Sample = { name: string; labels: Readonly<Record<string, string>>; value: number }

const LINE = /^([a-z_A-Z][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /(\w+)="([^"]*)"/g

/** Reads the text format of Prometheus. */
export function readSamples(text: string): Sample[] {
  return text.split('\n').flatMap(line => {
    const [, name, labels = '', value] = LINE.exec(line) ?? []
    if (name === undefined) return []
    const pairs = [...labels.matchAll(LABEL)].map(([, key = '', word = '']) => [key, word] as const)
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }]
  })
}

/**
 * Returns the value of the only sample with a name and these labels.
 * @returns undefined if there is no such sample, or more than one
 */
export function sampleOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {}
): number | undefined {
  const found = samples.filter(
    sample =>
      sample.name === name &&
      Object.entries(labels).every(([key, word]) => sample.labels[key] === word)
  )
  return found.length === 1 ? found[0]?.value : undefined
}
