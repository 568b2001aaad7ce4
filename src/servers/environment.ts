import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ShownSetting } from '#contract/setting.ts'
import { ConfigError, readConfig, type Config, type Environment } from '#servers/config.ts'
import { describeFileError, parseSettingsFile, readSettingsText } from '#servers/settings-file.ts'
import { CONFIG_VARIABLE, SETTINGS } from '#contract/settings-table.ts'

/** The settings file that is read from the working directory if no other one is named. */
const USUAL_FILE = 'polymuse.env'

/** The value of {@link CONFIG_VARIABLE} that turns the settings file off. */
const NO_FILE = 'off'

/** Bits of a file's mode that let every user of the machine read it. */
const READABLE_BY_ALL = 0o004

/** One place of settings: the environment, or the file. */
type Layer = { values: Environment; source: 'environment' | 'file'; place: string }

export type Settings = {
  config: Config
  /** Sentences about things that work but are not safe. */
  warnings: readonly string[]
}

/**
 * Reads the configuration of a server or a command: the environment, the settings file, and files
 * with secrets. The environment wins over the file. An empty variable counts as not set.
 * @param environment usually `process.env`
 * @param folder the working directory
 * @throws ConfigError that names everything wrong, each with what to do
 */
export function loadSettings(environment: Environment, folder = process.cwd()): Settings {
  const problems: string[] = []
  const file = findFile(environment, folder)
  const given = file === null ? {} : readLayer(file, problems)
  const layers: Layer[] = [
    { values: environment, source: 'environment', place: 'the environment' },
    { values: given, source: 'file', place: file?.path ?? '' }
  ]
  const sources = new Map<string, ShownSetting['source']>()
  const values: Record<string, string> = {}
  for (const { name, secret } of SETTINGS) {
    const names = secret === null ? [name] : [name, `${name}_FILE`]
    const layer = layers.find(({ values: own }) => names.some(each => isSet(own, each)))
    const found = layer && readSetting(name, secret !== null, layer, problems)
    if (!found) continue
    values[name] = found.value
    sources.set(name, found.source)
  }
  const config = readRest(values, { file: file?.path ?? null, sources }, problems)
  return { config, warnings: file === null ? [] : findWarnings(file.path, given) }
}

function isSet(values: Environment, name: string): boolean {
  return (values[name]?.trim() ?? '') !== ''
}

type FoundFile = { path: string; named: boolean }

function findFile(environment: Environment, folder: string): FoundFile | null {
  const named = environment[CONFIG_VARIABLE]?.trim() || null
  if (named === NO_FILE) return null
  if (named !== null) return { path: named, named: true }
  const path = join(folder, USUAL_FILE)
  return statSync(path, { throwIfNoEntry: false }) === undefined ? null : { path, named: false }
}

function readLayer({ path, named }: FoundFile, problems: string[]): Environment {
  try {
    const parsed = parseSettingsFile(readSettingsText(path), path)
    problems.push(...parsed.problems)
    return parsed.values
  } catch (error) {
    const why = describeFileError(error)
    problems.push(
      named
        ? `${CONFIG_VARIABLE} names ${path}, which ${why} Correct the path, or leave it out.`
        : `The settings file ${path} ${why} Correct it, or set ${CONFIG_VARIABLE}=${NO_FILE}.`
    )
    return {}
  }
}

/** Reads a setting of one layer, from the variable itself or from the file that `_FILE` names. */
function readSetting(
  name: string,
  isSecret: boolean,
  { values, source, place }: Layer,
  problems: string[]
): { value: string; source: ShownSetting['source'] } | null {
  const value = values[name]?.trim() || null
  const path = isSecret ? values[`${name}_FILE`]?.trim() || null : null
  if (value !== null && path !== null)
    problems.push(`${name} and ${name}_FILE are both set in ${place}. Remove one of them.`)
  if (value !== null) return { value, source }
  if (path === null) return null
  try {
    const content = readSettingsText(path).replace(/\r?\n$/, '')
    if (content.trim() !== '') return { value: content, source: 'secret_file' }
    problems.push(
      `${name}_FILE names ${path}, which is empty. Write the value of ${name} into it, or remove ${name}_FILE.`
    )
  } catch (error) {
    problems.push(
      `${name}_FILE names ${path}, which ${describeFileError(error)} It must hold the value of ${name} alone.`
    )
  }
  return null
}

/** Reads the configuration, so that one error names the problems of files and of values. */
function readRest(
  values: Environment,
  origins: Parameters<typeof readConfig>[1],
  problems: readonly string[]
): Config {
  try {
    const config = readConfig(values, origins)
    if (problems.length > 0) throw new ConfigError(problems)
    return config
  } catch (error) {
    if (error instanceof ConfigError && problems.length > 0 && error.problems !== problems)
      throw new ConfigError([...problems, ...error.problems])
    throw error
  }
}

function findWarnings(path: string, given: Environment): string[] {
  const secrets = SETTINGS.filter(({ name, secret }) => secret !== null && given[name])
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if (secrets.length === 0 || (mode & READABLE_BY_ALL) === 0) return []
  const names = secrets.map(({ name }) => name).join(', ')
  return [
    `Every user of this machine can read ${path}, which holds ${names}. Run: chmod o-rwx ${path}`
  ]
}
