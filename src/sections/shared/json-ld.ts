/** A schema.org object without `@context`, as plain data. Undefined properties are left out. */
export type JsonLdObject = { '@type': string; [property: string]: unknown }

/** Serialises objects for a `<script type="application/ld+json">`. */
export function jsonLdText(things: readonly JsonLdObject[]): string {
  const [first, ...rest] = things
  const said = rest.length === 0 ? first : { '@graph': things }
  return inlineScriptJson({ '@context': 'https://schema.org', ...said })
}

/**
 * Serialises data for a `<script>` element. It writes `<` and `>` as JSON escapes, so that no text
 * can close the script or open a comment.
 */
export function inlineScriptJson(data: unknown): string {
  return JSON.stringify(data)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`)
}
