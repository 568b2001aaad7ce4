import { SchemaRefusal } from '#catalog/from-schema/refusal.ts'
import {
  chooseAlternative,
  createSchemaSource,
  type SchemaNode,
  type SchemaSource
} from '#catalog/from-schema/schema-node.ts'
import { isRecord, asRecord, type Json } from '#core/json.ts'
import type { OwnServiceOutput, OwnServiceSource } from '#core/own-service.ts'

/** The parts of a vendor's document from which a service is made. */
export type SchemaParts = {
  source: OwnServiceSource
  /** The vendor's name of the endpoint; empty if the document does not contain it. */
  endpoint: string
  title: string
  description: string
  /** Words about the model, such as `text-to-video`. */
  about: string
  /** The document that references point into. */
  from: SchemaSource
  input: Json
  output: Json
  /** The kind of the file that the answer consists of; null if the answer is JSON. */
  file: OwnServiceOutput['kind'] | null
}

/** An endpoint of fal, such as `fal-ai/flux/dev`. */
const FAL_ENDPOINT = /^[a-z0-9][\w-]*(\/[a-z0-9][\w.-]*){1,6}$/i

/** A model of Replicate, with or without its version. */
const REPLICATE_MODEL = /^[a-z0-9][\w-]*\/[a-z0-9][\w.-]*(:[a-z0-9]{6,64})?$/i

/** Longest name of an endpoint, in characters. */
const LONGEST = 300

/** Checks the name of an endpoint, which becomes a part of the address of requests. */
export function isEndpointName(source: OwnServiceSource, name: string): boolean {
  if (name.length > LONGEST || name.includes('..')) return false
  if (source === 'openapi') return isAddress(name)
  return (source === 'fal' ? FAL_ENDPOINT : REPLICATE_MODEL).test(name)
}

/**
 * Finds the parts of a document: fal's OpenAPI of an endpoint, a model, a version or an
 * `openapi_schema` of Replicate, or any other OpenAPI document.
 * @param endpoint the path or address of the wanted call, if a document has several
 * @param place the address of the document, to resolve relative addresses in it
 * @throws SchemaRefusal for anything else
 */
export function extractSchemaParts(document: Json, endpoint = '', place?: string): SchemaParts {
  if (!isRecord(document)) throw new SchemaRefusal('not_schema')
  const version = asRecord(document['latest_version']) ?? document
  const inside = asRecord(version['openapi_schema']) ?? asRecord(document['openapi_schema'])
  const root = inside ?? document
  const schemas = asRecord(asRecord(root['components'])?.['schemas']) ?? {}
  if (schemas['Input'] !== undefined && schemas['Output'] !== undefined)
    return replicateParts(document, version, root, schemas)
  if (isRecord(root['paths'])) return openApiParts(root, root['paths'], endpoint, place)
  throw new SchemaRefusal('not_schema')
}

/**
 * Reads a document of Replicate. An official model runs without a version, any other with one.
 * Source: replicate.com/docs, "HTTP API", 2026.
 */
function replicateParts(
  document: SchemaNode,
  version: SchemaNode,
  root: SchemaNode,
  schemas: SchemaNode
): SchemaParts {
  const { owner, name, description, is_official: isOfficial } = document
  const id = version['id']
  const model = typeof owner === 'string' && typeof name === 'string' ? `${owner}/${name}` : ''
  return {
    source: 'replicate',
    endpoint:
      model !== '' && typeof id === 'string' && isOfficial !== true ? `${model}:${id}` : model,
    title: typeof name === 'string' ? name : '',
    description: typeof description === 'string' ? description : '',
    about:
      exampleMedium(document) ?? `${String(name ?? '')} ${String(description ?? '')}`.slice(0, 400),
    from: createSchemaSource(root),
    input: schemas['Input'] ?? {},
    output: schemas['Output'] ?? {},
    file: null
  }
}

const MEDIA = [
  ['image', /\.(png|jpe?g|webp|gif|svg|avif)$/i],
  ['video', /\.(mp4|webm|mov)$/i],
  ['audio', /\.(mp3|wav|ogg|flac|m4a)$/i]
] as const

/**
 * Returns the kind of the output in Replicate's example, by the file name's ending. The schema may
 * not say the kind.
 */
function exampleMedium({ default_example: example }: SchemaNode): string | null {
  const output = asRecord(example)?.['output'] ?? null
  const all = isRecord(output) ? Object.values(output) : [output]
  const [address = ''] = all.flat().filter(each => typeof each === 'string')
  const path = address.slice(0, 2000).replace(/[?#].*/, '')
  return MEDIA.find(([, end]) => end.test(path))?.[0] ?? null
}

/**
 * Reads an OpenAPI document with a POST call. In a document of fal's queue, another call returns
 * the result. Source: fal.ai, the OpenAPI document of an endpoint's queue, 2026.
 */
function openApiParts(
  root: SchemaNode,
  paths: SchemaNode,
  named: string,
  place?: string
): SchemaParts {
  const info = asRecord(root['info']) ?? {}
  const path = chosenPath(paths, named)
  const item = asRecord(paths[path])
  const { title, description } = info
  const asked = asRecord(item?.['post']) ?? {}
  const from = createSchemaSource(root)
  const shared = {
    description: typeof description === 'string' ? description : '',
    from,
    input: contentOf(chooseAlternative(from, asked['requestBody'], 'input')[0])
  }
  const result = asRecord(asRecord(paths[`${path}/requests/{request_id}`])?.['get'])
  if (result !== null) {
    const told = asRecord(info['x-fal-metadata']) ?? {}
    const { endpointId: endpoint = path.slice(1), category } = told
    if (path !== `/${String(endpoint)}`) throw new SchemaRefusal('no_endpoint')
    return {
      ...shared,
      source: 'fal',
      endpoint: path.slice(1),
      title: path.split('/').slice(2).join(' ') || path.slice(1),
      about: typeof category === 'string' ? category : path,
      output: contentOf(answerOf(result)),
      file: null
    }
  }
  const answer = answerOf(asked)
  return {
    ...shared,
    source: 'openapi',
    endpoint: addressOf(root, path, place),
    title: typeof title === 'string' ? title : path.replaceAll('/', ' '),
    about: `${String(title ?? '')} ${path}`.slice(0, 400),
    output: contentOf(answer),
    file: fileKind(answer)
  }
}

/**
 * Chooses the POST call that `named` means: its path, or an address that ends with the path.
 * @throws SchemaRefusal if there is none, or if several remain
 */
function chosenPath(paths: SchemaNode, named: string): string {
  const posts = Object.keys(paths).filter(path => isRecord(asRecord(paths[path])?.['post']))
  const { pathname } = isAddress(named) ? new URL(named) : { pathname: named }
  const meant = posts.filter(path => pathname.endsWith(path))
  const [first] = posts.length > 1 ? meant.toSorted((a, b) => b.length - a.length) : posts
  if (first === undefined) throw new SchemaRefusal('no_endpoint')
  return first
}

/**
 * Returns the whole address of a call; empty if it is not known. A document without `servers`
 * describes the server that it comes from. Source: OpenAPI 3.1.1, "Server Object".
 */
function addressOf({ servers }: SchemaNode, path: string, place?: string): string {
  const [server] = Array.isArray(servers) ? servers : []
  const given = asRecord(server)?.['url'] ?? '/'
  const base = typeof given === 'string' ? URL.parse(given, place)?.href : undefined
  const address = base === undefined ? '' : base.replace(/\/$/, '') + path
  return isAddress(address) ? address : ''
}

function isAddress(text: string): boolean {
  if (!/^https?:\/\//.test(text) || /[{}\s]/.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

function answerOf(call: SchemaNode): SchemaNode {
  const answers = asRecord(call['responses']) ?? {}
  return asRecord(answers['200'] ?? answers['201'] ?? answers['default']) ?? {}
}

/**
 * Returns the kind of the file that a call answers with. JSON without a schema is ignored: some
 * frameworks list it for every call.
 */
function fileKind(answer: SchemaNode): OwnServiceOutput['kind'] | null {
  if (Object.keys(asRecord(contentOf(answer)) ?? {}).length > 0) return null
  const types = Object.keys(asRecord(answer['content']) ?? {})
  const kinds = ['image', 'video', 'audio'] as const
  return kinds.find(kind => types.some(type => type.startsWith(`${kind}/`))) ?? null
}

function contentOf(body: SchemaNode): Json {
  const json = asRecord(asRecord(body['content'])?.['application/json'])
  return json?.['schema'] ?? {}
}
