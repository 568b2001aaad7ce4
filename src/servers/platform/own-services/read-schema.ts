import { serviceFromSchema } from '#catalog/from-schema/from-schema.ts'
import { SchemaRefusal } from '#catalog/from-schema/refusal.ts'
import { isEndpoint } from '#catalog/from-schema/document.ts'
import { OWN_FILE, ownDefinitionSchema, type NewOwnService } from '#contract/own-service.ts'
import { MAX_SCHEMA } from '#core/call-limits.ts'
import { isRecord, type Json } from '#core/json.ts'
import type { OwnDefinition } from '#core/own-service.ts'
import { Problem } from '#core/problem.ts'
import { parseJson } from '#core/whole-text.ts'
import { boundedBody } from '#providers/bounded-body.ts'
import { hostsOf } from '#servers/files/outputs.ts'
import type { Context } from '#servers/lib/context.ts'
import { egress } from '#servers/lib/egress.ts'
import { createJsonMeasure } from '#servers/lib/json-measure.ts'
import { check } from '#servers/lib/parse.ts'
import { checkDefinition } from '#servers/platform/own-services/check.ts'

/** Milliseconds in which a vendor must send a schema. */
const PATIENCE = 15_000

/** The documents of fal's endpoints. Another address of fal is also that of its documents. */
const FAL = 'https://fal.ai'
const FAL_QUEUE = 'https://queue.fal.run'
const FAL_PATH = '/api/openapi/queue/openapi.json?endpoint_id='

type Needs = Pick<Context, 'keys'>

/**
 * Reads a schema or the file of an own service, from its address or from text.
 * @throws Problem `bad_request` naming the place and the reason
 */
export async function readDefinition(
  context: Needs,
  { address, schema, endpoint = '' }: NewOwnService
): Promise<OwnDefinition> {
  if (schema === undefined && address === undefined)
    throw refused('address', 'required', 'an address or a schema is needed')
  const text = schema ?? (await fetchSchema(context, address?.trim() ?? ''))
  const document = parsed(text)
  if (isRecord(document) && document['format'] === OWN_FILE) {
    const definition = check(ownDefinitionSchema, document)
    checkDefinition(definition)
    return definition
  }
  try {
    return serviceFromSchema(document, endpoint)
  } catch (thrown) {
    if (!(thrown instanceof SchemaRefusal)) throw thrown
    throw refused(thrown.at === '' ? 'schema' : `schema.${thrown.at}`, thrown.code, thrown.message)
  }
}

async function fetchSchema({ keys }: Needs, address: string): Promise<string> {
  const trustedHosts = hostsOf(keys, 'fal')
  const url = isEndpoint('fal', address) ? falAddress(keys, address) : address
  try {
    const answer = await egress(url, { signal: AbortSignal.timeout(PATIENCE), trustedHosts })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw refused('address', 'unreachable', `the address answers with ${answer.status}`)
    }
    const tooLarge = (): Problem => refused('schema', 'too_large', 'the schema is too large')
    return (await boundedBody(answer, MAX_SCHEMA, tooLarge)).toString('utf8')
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.issues.length > 0) throw thrown
    const detail = thrown instanceof Problem ? thrown.detail : 'the address does not answer'
    throw refused('address', 'unreachable', detail, thrown)
  }
}

function falAddress(keys: Needs['keys'], endpoint: string): string {
  const [account] = keys.of('fal')
  const own = account?.baseURL ?? FAL_QUEUE
  return `${own === FAL_QUEUE ? FAL : own}${FAL_PATH}${encodeURIComponent(endpoint)}`
}

/** A text that is costly to parse is refused before it is parsed. */
function parsed(text: string): Json {
  const costly = createJsonMeasure().read(Buffer.from(text))
  if (costly !== null)
    throw refused('schema', costly === 'too_deep' ? 'too_deep' : 'too_large', `it is ${costly}`)
  try {
    return parseJson(text) as Json
  } catch (cause) {
    throw refused('schema', 'not_json', 'the schema is not valid JSON', cause)
  }
}

function refused(field: string, code: string, detail: string, cause?: unknown): Problem {
  return new Problem('bad_request', { detail, issues: [{ field, code }], cause })
}
