import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOOL_VENDORS } from '#core/vendor-names.ts'

/**
 * A folder of the catalogue. Its name is the service's id. `sandbox` and `vendors` say who can run
 * it, and `endpoints` which endpoints of fal it requests.
 */
type CatalogFolder = {
  id: string
  sandbox: boolean
  vendors?: readonly string[]
  endpoints?: readonly string[]
}

const ROOT = import.meta.dirname
/** Vendors with their own request format. A service that supports one has a file named after it. */
const VENDORS = TOOL_VENDORS.filter(name => name !== 'upstream')
/**
 * Matches an endpoint of fal in the source. Media types and the model of a text endpoint look
 * alike, so they are excluded.
 */
const ENDPOINT = /'((?!image\/|google\/gemini)[a-z][a-z0-9-]*(?:\/[\w.-]+)+)'/g
const NOTE = '// Written by `npm run gen` from the folders beside it.'

/** Lists every folder that contains a service, in alphabetical order. */
export function listServiceFolders(root = ROOT): CatalogFolder[] {
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    each => each.isDirectory() && existsSync(join(root, each.name, 'service.ts'))
  )
  return folders
    .map(({ name }) => ({
      id: name,
      sandbox: existsSync(join(root, name, 'sandbox.server.ts')),
      vendors: VENDORS.filter(vendor => existsSync(join(root, name, `${vendor}.server.ts`))),
      endpoints: falEndpoints(join(root, name))
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function falEndpoints(folder: string): string[] {
  const files = readdirSync(folder).filter(file => /^fal.*\.server\.ts$/.test(file))
  const found = files.flatMap(file =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(ENDPOINT)].map(([, id = '']) => id)
  )
  return [...new Set(found)].toSorted()
}

/**
 * Generates the files that list every service, so that a new service needs only a new folder.
 * @returns the text of each file, by file name
 */
export function generateCatalogFiles(
  folders: readonly CatalogFolder[]
): Record<
  'services.ts' | 'sandboxes.server.ts' | 'vendors.server.ts' | 'fal-endpoints.json' | 'groups.mjs',
  string
> {
  const made = folders.filter(({ sandbox }) => sandbox)
  const services = folders.map(({ id }) => `import { ${id} } from '#catalog/${id}/service.ts'`)
  const sandboxes = made.map(
    ({ id }) => `import { ${id}Sandbox } from '#catalog/${id}/sandbox.server.ts'`
  )
  return {
    'services.ts': [
      NOTE,
      ...services,
      '',
      '/** Every service, by its id. */',
      'export const SERVICES_BY_ID = {',
      folders.map(({ id }) => `  ${id}`).join(',\n'),
      '}',
      ''
    ].join('\n'),
    'sandboxes.server.ts': [
      NOTE,
      ...sandboxes,
      "import type { SandboxService } from '#sandbox/media.ts'",
      '',
      "/** The sandbox's implementations, by service id. */",
      'export const SANDBOX_SERVICES: Readonly<Record<string, SandboxService>> = {',
      made.map(({ id }) => `  ${id}: ${id}Sandbox`).join(',\n'),
      '}',
      ''
    ].join('\n'),
    'vendors.server.ts': vendorsText(folders),
    'fal-endpoints.json': endpointsText(folders),
    // Plain JavaScript: the configuration of astro-i18next reads it, before anything is compiled.
    'groups.mjs': [
      NOTE,
      '',
      '/** The groups of strings that services have, a file each of `locales/<language>/`. */',
      'export const serviceGroups = /** @type {const} */ ([',
      folders.map(({ id }) => `  '${id}'`).join(',\n'),
      '])',
      ''
    ].join('\n')
  }
}

/**
 * Writes the services that request each endpoint, separated by spaces. The file is JSON, which may
 * have more lines than source files.
 */
function endpointsText(folders: readonly CatalogFolder[]): string {
  const pairs = folders.flatMap(({ id, endpoints = [] }) => endpoints.map(each => [each, id]))
  const services = Map.groupBy(pairs, ([endpoint = '']) => endpoint)
  const lines = [...services].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = lines.map(([endpoint, each]) => [endpoint, each.map(([, id]) => id).join(' ')])
  return `${JSON.stringify(Object.fromEntries(text), null, 2)}\n`
}

function vendorsText(folders: readonly CatalogFolder[]): string {
  const does = (vendor: string): readonly CatalogFolder[] =>
    folders.filter(({ vendors = [] }) => vendors.includes(vendor))
  const name = (id: string, vendor: string): string =>
    id + vendor.charAt(0).toUpperCase() + vendor.slice(1)
  const imports = VENDORS.flatMap(vendor =>
    does(vendor).map(
      ({ id }) => `import { ${name(id, vendor)} } from '#catalog/${id}/${vendor}.server.ts'`
    )
  )
  const lists = VENDORS.map(vendor => {
    const services = does(vendor).map(({ id }) => `    ${id}: ${name(id, vendor)}`)
    return [`  ${vendor}: {`, services.join(',\n'), '  }'].join('\n')
  })
  return [
    NOTE,
    ...imports.toSorted(),
    "import type { VendorService } from '#core/vendor.ts'",
    '',
    'type Vendor =',
    ...VENDORS.map(vendor => `  | '${vendor}'`),
    '',
    '/** The implementations of vendors, by vendor name and service id. */',
    'export const VENDOR_SERVICES: Readonly<Record<Vendor, Readonly<Record<string, VendorService>>>> = {',
    lists.join(',\n'),
    '}',
    ''
  ].join('\n')
}

if (import.meta.main)
  for (const [file, text] of Object.entries(generateCatalogFiles(listServiceFolders())))
    writeFileSync(join(ROOT, file), text)
