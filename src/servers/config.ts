import {
  readMailConfig,
  readSocialConfig,
  readStorageConfig,
  type MailConfig,
  type ConfigReader,
  type SocialConfig,
  type StorageConfig
} from '#servers/config-services.ts'
import type { SocialProvider } from '#core/social-providers.ts'
import { readAlertsConfig, type AlertsConfig } from '#servers/config-alerts.ts'
import { readBackupConfig, type BackupConfig } from '#servers/config-backup.ts'
import { readChatConfig, type ChatConfig } from '#servers/config-chat.ts'
import { readDrainConfig, type DrainConfig } from '#servers/config-drain.ts'
import { readMediaConfig, type MediaConfig } from '#servers/config-providers.ts'
import { readMetricsConfig, type MetricsConfig } from '#servers/config-metrics.ts'
import { readModerationConfig, type ModerationConfig } from '#servers/config-moderation.ts'
import { readTracesConfig, type TracesConfig } from '#servers/config-traces.ts'
import { readShopConfig, type ShopConfig } from '#servers/config-shop.ts'
import type { ShownSettings } from '#contract/setting.ts'
import { showSettings, type SettingOrigins } from '#servers/show-settings.ts'

/** The four parts that a process can mount. */
export const PARTS = ['hub', 'platform', 'auth', 'api'] as const
export type PartName = (typeof PARTS)[number]

/** Base URLs without a trailing slash; null means the origin of the page that sends the request. */
type Hosts = Record<PartName, string | null>

export type Config = ShopConfig &
  MediaConfig &
  ChatConfig &
  MetricsConfig &
  TracesConfig &
  ModerationConfig &
  AlertsConfig &
  BackupConfig &
  DrainConfig & {
    port: number
    host: string
    dataDir: string
    /** A `postgres://` address, or null for SQLite in the data folder. */
    databaseUrl: string | null
    /** The store for files; null for the data folder. */
    storage: StorageConfig | null
    /** Largest upload, in bytes. */
    uploadLimit: number
    /** Most bytes that one user's files may take. */
    storageQuota: number
    /** Most bytes that one user's conversations may take. */
    chatQuota: number
    /** Null: generated at first start and kept in the data folder. */
    secret: string | null
    secretPrevious: string | null
    parts: readonly PartName[]
    hosts: Hosts
    testHosts: Hosts
    allowedOrigins: readonly string[]
    /** Trust X-Forwarded-Host, -Proto and -For. Safe only behind a proxy that overwrites them. */
    trustProxy: boolean
    sandbox: 'auto' | 'off'
    /** Limit how often a client may call. */
    rateLimits: boolean
    logLevel: string
    /** The mail server; null: mail goes to the outbox folder. */
    mail: MailConfig | null
    /** Sign-in providers by name, for which the operator has set keys. */
    social: Partial<Record<SocialProvider, SocialConfig>>
    /** All settings for operators to see, with secrets masked. */
    settings: ShownSettings
  }

/** Bytes in a mebibyte. */
const MB = 1024 * 1024

/** All problems of an environment; each is a sentence that names its variable. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`Polymuse cannot start:\n${problems.map(problem => `- ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

const FROM_ENVIRONMENT: SettingOrigins = { file: null, sources: new Map() }

/**
 * Reads an environment into a configuration. Pure: the same environment gives the same value. The
 * servers and commands read theirs with `loadSettings`, which adds files.
 * @param origins where the values come from, for operators to see
 * @throws ConfigError that names every faulty variable
 */
export function readConfig(environment: Environment, origins = FROM_ENVIRONMENT): Config {
  const reader = createReader(environment)
  const { get } = reader
  const parts = readParts(reader)
  const databaseUrl = readDatabaseUrl(reader)
  const secret = readSecret(reader, 'SECRET')
  const value: Config = {
    port: readPort(reader),
    host: get('HOST') ?? '127.0.0.1',
    dataDir: get('DATA_DIR') ?? './data',
    databaseUrl,
    storage: readStorageConfig(reader),
    uploadLimit: readBytes(reader, 'UPLOAD_LIMIT', 100 * MB),
    storageQuota: readBytes(reader, 'STORAGE_QUOTA', 5 * 1024 * MB),
    chatQuota: readBytes(reader, 'CHAT_QUOTA', 256 * MB),
    secret,
    secretPrevious: readSecret(reader, 'SECRET_PREVIOUS'),
    parts,
    hosts: readHosts(reader, '_URL'),
    testHosts: readHosts(reader, '_TEST_URL'),
    allowedOrigins: readOrigins(reader),
    trustProxy: ['true', '1'].includes(
      readWord(reader, 'TRUST_PROXY', ['true', 'false', '1', '0'], 'false')
    ),
    sandbox: readWord(reader, 'SANDBOX', ['auto', 'off'], 'auto'),
    rateLimits: readWord(reader, 'RATE_LIMITS', ['on', 'off'], 'on') === 'on',
    logLevel: readWord(reader, 'LOG_LEVEL', ['silent', 'error', 'warn', 'info', 'debug'], 'info'),
    mail: readMailConfig(reader),
    social: readSocialConfig(reader),
    settings: showSettings(environment, origins),
    ...readChatConfig(reader),
    ...readMediaConfig(reader),
    ...readMetricsConfig(reader),
    ...readTracesConfig(reader),
    ...readModerationConfig(reader),
    ...readAlertsConfig(reader),
    ...readBackupConfig(reader),
    ...readDrainConfig(reader),
    ...readShopConfig(reader)
  }
  checkSplit(reader, { parts, databaseUrl, secret })
  if (reader.problems.length > 0) throw new ConfigError(reader.problems)
  return value
}

function createReader(environment: Environment): ConfigReader {
  const problems: string[] = []
  const get = (name: string): string | null => environment[name]?.trim() || null
  const origin = (name: string): string | null => {
    const value = get(name)
    if (value === null) return null
    const url = URL.canParse(value) ? new URL(value) : null
    if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '')
      return url.origin
    problems.push(
      `${name} must be an address like https://studio.example without a path, not "${value}"`
    )
    return null
  }
  return { get, origin, problems }
}

function readWord<const T extends string>(
  { get, problems }: ConfigReader,
  name: string,
  words: readonly T[],
  fallback: T
): T {
  const value = get(name) ?? fallback
  const found = words.find(word => word === value)
  if (found === undefined)
    problems.push(`${name} must be one of ${words.join(', ')}, not "${value}"`)
  return found ?? fallback
}

function readHosts({ origin }: ConfigReader, suffix: string): Hosts {
  return {
    hub: origin(`HUB${suffix}`),
    platform: origin(`PLATFORM${suffix}`),
    auth: origin(`AUTH${suffix}`),
    api: origin(`API${suffix}`)
  }
}

function readPort({ get, problems }: ConfigReader): number {
  const port = Number(get('PORT') ?? 4321)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    problems.push(`PORT must be a number from 0 to 65535, not "${get('PORT')}"`)
  return port
}

function readDatabaseUrl({ get, problems }: ConfigReader): string | null {
  const url = get('DATABASE_URL')
  if (url !== null && !/^postgres(ql)?:\/\//.test(url))
    problems.push(
      'DATABASE_URL must begin with postgres://; leave it out to use SQLite in DATA_DIR'
    )
  return url
}

function readSecret({ get, problems }: ConfigReader, name: string): string | null {
  const text = get(name)
  if (text !== null && text.length < 32) problems.push(`${name} must have at least 32 characters`)
  return text
}

function readParts({ get, problems }: ConfigReader): PartName[] {
  const words = (get('PARTS') ?? PARTS.join(',')).split(',').map(word => word.trim())
  const unknown = words.filter(word => !PARTS.some(part => part === word))
  if (unknown.length > 0)
    problems.push(
      `PARTS knows ${PARTS.join(', ')}, not ${unknown.map(word => `"${word}"`).join(', ')}`
    )
  return PARTS.filter(part => words.includes(part))
}

/** Checks the settings that several processes with different parts must share. */
function checkSplit(
  { problems }: ConfigReader,
  { parts, databaseUrl, secret }: Pick<Config, 'parts' | 'databaseUrl' | 'secret'>
): void {
  if (parts.length === PARTS.length) return
  const missing = [databaseUrl === null && 'DATABASE_URL', secret === null && 'SECRET'].filter(
    name => name !== false
  )
  if (missing.length > 0)
    problems.push(
      `PARTS=${parts.join(',')} splits Polymuse over processes, which need the same ${missing.join(' and ')}`
    )
}

function readOrigins({ get, problems }: ConfigReader): string[] {
  const words = (get('ALLOWED_ORIGINS') ?? '').split(',').map(word => word.trim())
  return words.filter(Boolean).flatMap(word => {
    if (URL.canParse(word) && /^https?:/.test(word)) return [new URL(word).origin]
    problems.push(
      `ALLOWED_ORIGINS holds "${word}", which is not an address like https://studio.example`
    )
    return []
  })
}

function readBytes({ get, problems }: ConfigReader, name: string, fallback: number): number {
  const bytes = Number(get(name) ?? fallback)
  if (!(Number.isSafeInteger(bytes) && bytes > 0))
    problems.push(`${name} must be a whole number of bytes above 0, not "${get(name)}"`)
  return bytes
}
