import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '#servers/config.ts'
import { SETTINGS } from '#contract/settings-table.ts'
import { readDeployFile, readVariables } from './support/deploy-files.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const unit = readDeployFile('polymuse.service')
const example = readDeployFile('polymuse.env.example')

/** Returns the value of a setting in the systemd unit. */
const setting = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

test('README names every file of deploy/', () => {
  const named = new Set(read('README.md').match(/(?<=\bdeploy\/)[\w.]+\w/g))
  expect([...named].toSorted()).toEqual(readdirSync(join(ROOT, 'deploy')).toSorted())
})

test('polymuse.env.example sets only variables that Polymuse knows', () => {
  const variables = readVariables(example, true)
  const known = new Set(SETTINGS.map(({ name }) => name))
  expect(variables).toHaveProperty('TRUST_PROXY', 'true')
  expect(Object.keys(variables).filter(name => !known.has(name))).toEqual([])
})

test('Polymuse starts with polymuse.env.example as it is, and with all of its lines enabled', () => {
  const { hosts, trustProxy, host, port, dataDir } = readConfig(readVariables(example))
  expect({ hub: hosts.hub, trustProxy, at: `${host}:${port}`, dataDir }).toEqual({
    hub: 'https://studio.example',
    trustProxy: true,
    at: '127.0.0.1:4321',
    dataDir: `/var/lib/${setting('StateDirectory')}`
  })
  const { uploadLimit, allowedOrigins } = readConfig(readVariables(example, true))
  expect([uploadLimit, allowedOrigins]).toEqual([
    readConfig({}).uploadLimit,
    ['https://second.example', 'https://third.example']
  ])
  expect(() => readConfig({ ...readVariables(example), HUB_URL: 'studio.example' })).toThrow(
    ConfigError
  )
})

test('the proxies forward to the address that polymuse.env.example sets', () => {
  const { HOST = '', PORT = '' } = readVariables(example)
  for (const name of ['Caddyfile', 'nginx.conf'])
    expect(readDeployFile(name)).toContain(`${HOST}:${PORT}`)
})

test('nginx accepts uploads as large as Polymuse does', () => {
  const mebibytes = Number(
    /^ *client_max_body_size (\d+)m;$/m.exec(readDeployFile('nginx.conf'))?.[1]
  )
  expect(mebibytes - readConfig({}).uploadLimit / 2 ** 20).toBe(1)
})

test('polymuse.service starts the same file as `npm start`', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  expect(setting('ExecStart')).toBe(
    `${setting('WorkingDirectory')}/node_modules/.bin/${scripts['start']}`
  )
})

test('README uses the folders of polymuse.service', () => {
  const readme = read('README.md')
  const folders = [
    setting('EnvironmentFile'),
    setting('WorkingDirectory'),
    `/var/lib/${setting('StateDirectory')}`
  ]
  expect(folders.filter(path => path === '' || !readme.includes(path))).toEqual([])
})
