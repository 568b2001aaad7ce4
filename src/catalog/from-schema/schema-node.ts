import { SchemaRefusal } from '#catalog/from-schema/refusal.ts'
import { isRecord, type Json } from '#core/json.ts'

export type SchemaNode = Readonly<Record<string, Json>>

/**
 * A document whose references are followed. `left` counts down how many parts may still be read, so
 * a small document cannot unfold into a huge one.
 */
export type SchemaSource = { root: SchemaNode; left: number }

/** Parts that are read of one document. Real ones need a few hundred. */
const MAX_PARTS = 20_000

/**
 * Most references that one part of a schema may follow. A longer chain is a circle or an attack.
 */
const MAX_HOPS = 12

/** Keywords that list alternatives. One of the alternatives is chosen. */
const CHOICES = ['anyOf', 'oneOf'] as const

/** Most alternatives of one part. */
const MAX_ALTERNATIVES = 20

export function createSchemaSource(root: SchemaNode): SchemaSource {
  return { root, left: MAX_PARTS }
}

/**
 * Follows the references of a part of a schema, and joins it with the parts of `allOf`. It follows
 * references within the document only, so nothing is fetched.
 * @throws SchemaRefusal `too_deep` for a circle or too many parts, `unknown_reference` for a
 * missing target
 */
export function resolveNode(
  source: SchemaSource,
  given: Json | undefined,
  at: string,
  hops = 0
): SchemaNode {
  if (hops > MAX_HOPS || --source.left < 0) throw new SchemaRefusal('too_deep', at)
  const node = isRecord(given) ? given : {}
  const { $ref: reference, allOf, ...own } = node
  const others = [
    ...(typeof reference === 'string' ? [targetOf(source.root, reference, at)] : []),
    ...(Array.isArray(allOf) ? allOf.slice(0, MAX_ALTERNATIVES) : [])
  ]
  // Keywords beside a reference are more specific than its target, so they come last.
  return Object.assign(
    {},
    ...others.map(each => resolveNode(source, each, at, hops + 1)),
    own
  ) as SchemaNode
}

/**
 * Chooses one of the alternatives of a part: choices before texts, texts before numbers, and
 * anything before objects and lists, which forms cannot show.
 * @returns the part, and whether an alternative of another type was left out
 */
export function chooseAlternative(
  source: SchemaSource,
  given: Json | undefined,
  at: string
): [SchemaNode, boolean] {
  const node = resolveNode(source, given, at)
  const all = CHOICES.flatMap(name => node[name] ?? []).slice(0, MAX_ALTERNATIVES)
  const options = all
    .map(each => resolveNode(source, each, at))
    .filter(each => each['type'] !== 'null')
  const [first, ...others] = options.toSorted((a, b) => rankOf(a) - rankOf(b))
  if (first === undefined) return [node, false]
  const rest = Object.fromEntries(
    Object.entries(node).filter(([name]) => !CHOICES.some(each => each === name))
  )
  return [{ ...first, ...rest }, others.some(({ type }) => type !== first['type'])]
}

/** Returns the type of a part, without `null`. */
export function schemaType({ type }: SchemaNode): string {
  const named = [type ?? []].flat().filter(each => each !== 'null')
  return typeof named[0] === 'string' ? named[0] : ''
}

function rankOf(node: SchemaNode): number {
  if (Array.isArray(node['enum'])) return 0
  const rank = ['string', 'integer', 'number', 'boolean', 'array', 'object'].indexOf(
    schemaType(node)
  )
  return rank < 0 ? 9 : rank + 1
}

function targetOf(root: SchemaNode, reference: string, at: string): Json {
  if (!reference.startsWith('#/')) throw new SchemaRefusal('unknown_reference', at)
  let found: Json = { ...root }
  for (const part of reference.slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isRecord(found) || !Object.hasOwn(found, name))
      throw new SchemaRefusal('unknown_reference', at)
    found = found[name] ?? null
  }
  return found
}
