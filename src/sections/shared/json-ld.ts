/** A thing in the words of schema.org, without `@context`: plain data. What is undefined is not said. */
export type Thing = { '@type': string; [property: string]: unknown }

/**
 * Things as the text of a `<script type="application/ld+json">`. No text in them can close the script or open a comment:
 * `<` and `>` are written as JSON's own escapes, which say the same.
 */
export function jsonLdText(things: readonly Thing[]): string {
  const [first, ...rest] = things
  const said = rest.length === 0 ? first : { '@graph': things }
  return JSON.stringify({ '@context': 'https://schema.org', ...said })
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`)
}
