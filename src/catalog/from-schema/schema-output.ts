import {
  chooseAlternative,
  schemaType,
  type SchemaNode,
  type SchemaSource
} from '#catalog/from-schema/schema-node.ts'
import { asRecord, type Json } from '#core/json.ts'
import type { OwnServiceOutput, UnmappedSchemaPart } from '#core/own-service.ts'

/** Most properties of an answer that are checked for files. */
const MAX_PROPERTIES = 100

const KINDS: readonly (readonly [OwnServiceOutput['kind'], RegExp])[] = [
  ['image', /image|photo|picture|gif|svg|mask/i],
  ['video', /video|film|clip/i],
  ['audio', /audio|music|song|speech|sound|wav|mp3|voice/i]
]

/** The place of the files in an answer, and the parts that are left out. */
export type FoundOutput = { output: OwnServiceOutput; unmapped: UnmappedSchemaPart[] }

/**
 * Finds the files in the answer that a schema describes.
 * @param about words about the model, such as `text-to-video`, for files whose kind is not clear
 * @returns null if there is none
 */
export function readOutput(source: SchemaSource, schema: Json, about: string): FoundOutput | null {
  const [node] = chooseAlternative(source, schema, 'output')
  if (isFile(source, node)) return { output: { path: [], kind: kindOf([], about) }, unmapped: [] }
  const all = Object.entries(asRecord(node['properties']) ?? {}).slice(0, MAX_PROPERTIES)
  const files = all.filter(([name, each]) =>
    isFile(source, chooseAlternative(source, each, name)[0], name)
  )
  const [first] = files
  if (first === undefined) return null
  const [name, each] = first
  const title = titleOf(source, each)
  const others = all.filter(([other]) => other !== name)
  return {
    output: { path: [name], kind: kindOf([name, title], about) },
    unmapped: others.map(([other]) => ({
      at: `output.${other}`.slice(0, 100),
      code: 'other_output'
    }))
  }
}

/** Checks whether a part is an address, an object with one, or a list of either. */
function isFile(source: SchemaSource, node: SchemaNode, name = ''): boolean {
  if (schemaType(node) === 'array') {
    const [item] = chooseAlternative(source, node['items'], name)
    return schemaType(item) !== 'array' && isFile(source, item, name)
  }
  if (schemaType(node) === 'string')
    return /^(uri|url)$/.test(String(node['format'] ?? '')) || /(^|_)urls?$/.test(name)
  const url = asRecord(node['properties'])?.['url']
  return url !== undefined && schemaType(chooseAlternative(source, url, name)[0]) === 'string'
}

function titleOf(source: SchemaSource, given: Json): string {
  const [node] = chooseAlternative(source, given, '')
  const [item] = chooseAlternative(source, node['items'] ?? {}, '')
  return `${String(node['title'] ?? '')} ${String(item['title'] ?? '')}`.slice(0, 200)
}

/**
 * Returns the kind of a file by its name, else by its title, else by the end of the words about the
 * model.
 */
function kindOf(words: readonly string[], about: string): OwnServiceOutput['kind'] {
  const target = about.split('-to-').at(-1) ?? ''
  for (const text of [...words, target, about]) {
    const kind = KINDS.find(([, pattern]) => pattern.test(text))
    if (kind !== undefined) return kind[0]
  }
  return 'image'
}
