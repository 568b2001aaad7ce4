import { OpenAPIHono } from '@hono/zod-openapi'
import { findPagePlace } from '#servers/hub/place.ts'
import { apiRoutes } from '#servers/api/api.ts'
import { authRoutes } from '#servers/auth/routes.ts'
import { EXAMPLE_API, EXAMPLE_HUB } from '#core/example.ts'
import type { PartName } from '#servers/config.ts'
import type { Context } from '#servers/lib/context.ts'
import { serviceRoutes } from '#servers/api/services/routes.ts'
import type { ProblemCode } from '#core/problem.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { operationOf } from '#servers/openapi-operation.ts'
import { platformRoutes } from '#servers/platform/routes.ts'

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>

const TABLES: Partial<Record<PartName, readonly AnyRoute[]>> = {
  platform: platformRoutes,
  auth: authRoutes,
  api: apiRoutes
}

const INFO = {
  title: 'Polymuse',
  version: '1',
  description:
    'Chat, image, video and audio models behind one API key. Every error has a code, a message and a trace id.'
}

/**
 * Descriptions by the names of the parts. Route tables never change while a process runs, and
 * generating a description is slow.
 */
const described = new Map<string, Document>()

/**
 * Describes the API of this process as OpenAPI 3.1, generated from its route tables.
 * @param names the mounted parts
 * @param url of the request: the document names the hosts of the site that it was requested from
 */
export async function openApiDocument(
  context: Context,
  names: readonly PartName[],
  url: URL
): Promise<Document> {
  const hosts = (await findPagePlace(context, url))?.hosts
  const fixed = describeParts(names)
  const own = names.includes('api') ? await ownPaths(context) : {}
  const document = { ...fixed, paths: { ...fixed.paths, ...own } }
  const base = (path: string): string => {
    if (Object.hasOwn(own, path)) return hosts?.api ?? url.origin
    const part = names.find(name => TABLES[name]?.some(route => route.path === path))
    return part === undefined ? url.origin : (hosts?.[part] ?? url.origin)
  }
  const paths: Document['paths'] = {}
  const origins = {
    [EXAMPLE_HUB]: hosts?.hub ?? url.origin,
    [EXAMPLE_API]: hosts?.api ?? url.origin
  }
  for (const [path, item] of Object.entries(document.paths ?? {}))
    paths[path] = { ...(withOrigins(item, origins) as typeof item), servers: [{ url: base(path) }] }
  return {
    ...document,
    servers: [{ url: url.origin }],
    externalDocs: { url: `${hosts?.hub ?? url.origin}/docs` },
    paths
  }
}

/** Describes the services that operators made from schemas, as they are now. */
async function ownPaths({ ownServices }: Context): Promise<NonNullable<Document['paths']>> {
  const offered = (await ownServices.all()).filter(({ enabled }) => enabled)
  if (offered.length === 0) return {}
  const app = new OpenAPIHono()
  register(app, serviceRoutes(offered.map(({ service }) => service)), 'no_token')
  return documentOf(app).paths ?? {}
}

/** Returns the same document without a site's addresses, for client generators. */
export function describeParts(names: readonly PartName[]): Document {
  const key = names.join()
  const known = described.get(key) ?? generate(names)
  described.set(key, known)
  return known
}

function generate(names: readonly PartName[]): Document {
  const app = new OpenAPIHono()
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'A credential or API key for generation; a user’s access token for the platform.'
  })
  for (const name of names)
    register(app, TABLES[name] ?? [], name === 'api' ? 'no_token' : 'invalid_token')
  return documentOf(app)
}

function register(app: OpenAPIHono, routes: readonly AnyRoute[], missingToken: ProblemCode): void {
  for (const route of routes) app.openAPIRegistry.registerPath(operationOf(route, missingToken))
}

function documentOf(app: OpenAPIHono): Document {
  const document = app.getOpenAPI31Document({ openapi: '3.1.0', info: INFO })
  return JSON.parse(JSON.stringify(document), withoutFlags) as Document
}

/**
 * Removes the flags of regular expressions, which the generator appends to the pattern. Clients
 * would read them as literal text.
 */
function withoutFlags(name: string, value: unknown): unknown {
  return name === 'pattern' && typeof value === 'string'
    ? value.replace(/(?<!\\)\/[dgimsuvy]+$/, '')
    : value
}

/** Replaces the example hosts with this deployment's own addresses. */
function withOrigins(
  value: unknown,
  origins: Readonly<Record<string, string>>,
  inExample = false
): unknown {
  if (typeof value === 'string' && inExample) {
    const found = Object.keys(origins).find(origin => value.startsWith(`${origin}/`))
    return found === undefined ? value : `${origins[found]}${value.slice(found.length)}`
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value))
    return value.map((each: unknown) => withOrigins(each, origins, inExample))
  const entries = Object.entries(value).map(
    ([name, each]) => [name, withOrigins(each, origins, inExample || name === 'example')] as const
  )
  return Object.fromEntries(entries)
}
