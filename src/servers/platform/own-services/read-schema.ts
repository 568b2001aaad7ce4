import { serviceFromSchema } from '#catalog/from-schema/from-schema.ts'
import { SchemaRefusal } from '#catalog/from-schema/refusal.ts'
import {
  OWN_SERVICE_FILE_MARK,
  ownServiceSpecSchema,
  type NewOwnService
} from '#contract/own-service.ts'
import { MAX_SCHEMA } from '#core/call-limits.ts'
import { isRecord, type Json } from '#core/json.ts'
import type { OwnServiceSpec } from '#core/own-service.ts'
import { Problem } from '#core/problem.ts'
import { parseJson } from '#core/whole-text.ts'
import { readBoundedBody } from '#providers/bounded-body.ts'
import type { Context } from '#servers/lib/context.ts'
import { egress } from '#servers/lib/egress.ts'
import { createJsonMeasure } from '#servers/lib/json-measure.ts'
import { validateInput } from '#servers/lib/parse.ts'
import { checkDefinition } from '#servers/platform/own-services/check.ts'
import { schemaPlaces, type SchemaPlace } from '#servers/lib/schema-places.ts'

/** Milliseconds in which a vendor must send a schema. */
const PATIENCE = 15_000

type Needs = Pick<Context, 'keys' | 'config'>

/**
 * Reads a schema or the file of an own service, from its address or from text.
 * @throws Problem `bad_request` naming the place and the reason
 */
export async function readDefinition(
  context: Needs,
  { address, schema, endpoint = '' }: NewOwnService
): Promise<OwnServiceSpec> {
  if (schema === undefined && address === undefined)
    throw refused('address', 'required', 'send an address or a schema')
  const found = schema === undefined ? await findSchema(context, address?.trim() ?? '') : null
  const document = parsed(schema ?? found?.text ?? '')
  if (isRecord(document) && document['format'] === OWN_SERVICE_FILE_MARK) {
    const definition = validateInput(ownServiceSpecSchema, document)
    checkDefinition(definition, false)
    return definition
  }
  try {
    return serviceFromSchema(document, endpoint || found?.endpoint, found?.url)
  } catch (thrown) {
    if (!(thrown instanceof SchemaRefusal)) throw thrown
    throw refused(thrown.at === '' ? 'schema' : `schema.${thrown.at}`, thrown.code, thrown.message)
  }
}

type Found = Pick<SchemaPlace, 'url' | 'endpoint'> & { text: string }

/** Reads a schema from the first place that has one. */
async function findSchema(context: Needs, address: string): Promise<Found> {
  await context.keys.refresh()
  let problem = refused('address', 'unreachable', 'the answer has no schema')
  for (const place of schemaPlaces(context, address)) {
    try {
      return { ...place, text: await fetchSchema(place) }
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      problem = thrown
    }
  }
  throw problem
}

async function fetchSchema({ url, headers, trustedHosts }: SchemaPlace): Promise<string> {
  try {
    const answer = await egress(url, {
      signal: AbortSignal.timeout(PATIENCE),
      headers,
      trustedHosts
    })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw refused('address', 'unreachable', `the address answers with ${answer.status}`)
    }
    const tooLarge = (): Problem => refused('schema', 'too_large', 'the schema is too large')
    return (await readBoundedBody(answer, MAX_SCHEMA, tooLarge)).toString('utf8')
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.issues.length > 0) throw thrown
    const detail = thrown instanceof Problem ? thrown.detail : 'the address does not respond'
    throw refused('address', 'unreachable', detail, thrown)
  }
}

/** Parses JSON. A text that would be costly to parse is refused before. */
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
