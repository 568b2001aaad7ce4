import { OpenAPIHono, type z } from '@hono/zod-openapi'
import { problemSchema } from '#contract/problem.ts'
import { apiRoutes } from '#servers/api/api.ts'
import { authRoutes } from '#servers/auth/routes.ts'
import type { PartName } from '#servers/config.ts'
import { placeOf } from '#servers/hub/place.ts'
import type { Context } from '#servers/lib/context.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoutes } from '#servers/platform/routes.ts'

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>

const TABLES: Partial<Record<PartName, readonly AnyRoute[]>> = { platform: platformRoutes, auth: authRoutes, api: apiRoutes }

/** A table does not change while a process lives, and a description of it takes its time. */
const described = new Map<string, Document>()

/**
 * What the parts of this process answer, as OpenAPI 3.1, read from the route tables that they are made of.
 * @param names the mounted parts
 * @param url of the request: the description names the hosts of the page that it was asked by
 */
export async function openApiDocument(context: Context, names: readonly PartName[], url: URL): Promise<Document> {
  const hosts = (await placeOf(context, url))?.hosts
  const document = describe(names)
  const base = (path: string): string => {
    const part = names.find(name => TABLES[name]?.some(route => route.path === path))
    return part === undefined ? url.origin : (hosts?.[part] ?? url.origin)
  }
  const paths: Document['paths'] = {}
  for (const [path, item] of Object.entries(document.paths ?? {})) paths[path] = { ...item, servers: [{ url: base(path) }] }
  return { ...document, servers: [{ url: url.origin }], paths }
}

function describe(names: readonly PartName[]): Document {
  const key = names.join()
  const known = described.get(key) ?? generate(names.flatMap(name => TABLES[name] ?? []))
  described.set(key, known)
  return known
}

function generate(routes: readonly AnyRoute[]): Document {
  const app = new OpenAPIHono()
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  for (const route of routes) app.openAPIRegistry.registerPath(pathOf(route))
  const document = app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Polymuse', version: '1' } })
  return JSON.parse(JSON.stringify(document), withoutFlags) as Document
}

/** The generator writes the flags of a regular expression behind its pattern, where they are taken for letters. */
function withoutFlags(name: string, value: unknown): unknown {
  return name === 'pattern' && typeof value === 'string' ? value.replace(/(?<!\\)\/[dgimsuvy]+$/, '') : value
}

function pathOf(route: AnyRoute): Parameters<OpenAPIHono['openAPIRegistry']['registerPath']>[0] {
  const json = (schema: z.ZodType) => ({ 'application/json': { schema } })
  const content = typeof route.answer === 'string' ? { [route.answer]: { schema: plain(route.answer) } } : json(route.answer)
  const status = route.status ?? 200
  return {
    method: route.method,
    path: route.path,
    summary: route.summary,
    tags: [tagOf(route.path)],
    ...(route.who !== 'anyone' && { security: [{ bearer: [] }] }),
    request: {
      ...(route.params && { params: route.params as z.ZodObject }),
      ...(route.query && { query: route.query as z.ZodObject }),
      ...(route.body && { body: { content: withExample(json(route.body), route.example), required: true } })
    },
    responses: {
      [status]: { description: 'Success', ...(status !== 204 && { content }) },
      default: { description: 'A problem', content: json(problemSchema) }
    }
  }
}

/** An answer that is described by its media type alone: a text, unless it is JSON that is written piece by piece. */
function plain(type: string) {
  return type === 'application/json' ? {} : { type: 'string' as const }
}

function withExample<T extends object>(content: { 'application/json': T }, example: unknown) {
  return example === undefined ? content : { 'application/json': { ...content['application/json'], example } }
}

/** What a call is about, as descriptions group them: `credentials` of `/api/v1/credentials/{id}`. */
function tagOf(path: string): string {
  const [, first = '', second = '', third = ''] = path.split('/')
  return first === 'api' ? (second === 'v1' ? third : second) : first.replaceAll(/[{}]/g, '')
}
