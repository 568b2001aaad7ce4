/** A part of lyrics. Its name is empty for lines before the first mark. */
type LyricSection = { name: string; text: string }

/** A line that only names the section below it: `[Verse 1]`. */
const MARK = /^\[([^[\]]{1,80})\]$/

/** Splits lyrics at the marks of their sections, such as `[Verse]` and `[Chorus]`. */
export function lyricSections(lyric: string): LyricSection[] {
  const sections: { name: string; lines: string[] }[] = [{ name: '', lines: [] }]
  for (const line of lyric.split('\n')) {
    const [, name] = MARK.exec(line.trim()) ?? []
    if (name !== undefined) sections.push({ name: name.trim(), lines: [] })
    else sections.at(-1)?.lines.push(line.trimEnd())
  }
  return sections
    .map(({ name, lines }) => ({ name, text: lines.join('\n').trim() }))
    .filter(({ name, text }) => name !== '' || text !== '')
}
