import { SOCIAL_PROVIDERS, type SocialProvider } from '#core/social-providers.ts'

/** A bucket of an S3-compatible store. */
export type StorageConfig = {
  /** The store's address, without a trailing slash and without the bucket. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A mail server: `smtp(s)://user:password@host:port`, and the sender's address. */
export type MailConfig = { url: string; from: string }

/**
 * Keys of an OAuth application. `url` replaces the provider's own hosts, such as for a GitHub
 * Enterprise server.
 */
export type SocialConfig = { clientId: string; clientSecret: string; url: string | null }

/**
 * Reads variables for one part of the configuration: `get` returns trimmed text or null, and
 * `origin` an origin. Problems are collected in `problems`.
 */
export type ConfigReader = {
  get(name: string): string | null
  origin(name: string): string | null
  problems: string[]
}

/** Reads `STORAGE_URL`: an S3-compatible bucket. */
export function readStorageConfig({ get, problems }: ConfigReader): StorageConfig | null {
  const text = get('STORAGE_URL')
  if (text === null) return null
  // The address holds a secret, so no message repeats it.
  const url = URL.canParse(text) ? new URL(text) : null
  const [bucket = '', ...more] = url?.pathname.replace(/^\//, '').split('/') ?? []
  const tls = url?.searchParams.get('tls') ?? 'on'
  const unknown = [...(url?.searchParams.keys() ?? [])].filter(
    name => name !== 'region' && name !== 'tls'
  )
  const keys =
    url?.protocol === 's3:' && url.host !== '' && url.username !== '' && url.password !== ''
  const named = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) && more.length === 0
  if (!keys || !named || !/^(on|off)$/.test(tls) || unknown.length > 0) {
    problems.push(
      'STORAGE_URL must be like s3://KEY:SECRET@host:9000/bucket?region=us-east-1&tls=off, keys percent-encoded, both options optional'
    )
    return null
  }
  return {
    endpoint: `${tls === 'off' ? 'http' : 'https'}://${url.host}`,
    bucket,
    region: url.searchParams.get('region') || 'us-east-1',
    accessKeyId: decoded(url.username),
    secretAccessKey: decoded(url.password)
  }
}

/** Reads `SMTP_URL` and `SMTP_FROM`: without them mail goes to the outbox folder. */
export function readMailConfig({ get, problems }: ConfigReader): MailConfig | null {
  const text = get('SMTP_URL')
  if (text === null) return null
  const url = URL.canParse(text) ? new URL(text) : null
  const from = get('SMTP_FROM') ?? (url?.username.includes('%40') ? decoded(url.username) : null)
  // The address holds a password, so no message repeats it.
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    problems.push(
      'SMTP_URL must be like smtp://user:password@mail.example:587 or smtps://…:465, both parts percent-encoded'
    )
  else if (from === null || !/^[^\s@<>]+@[^\s@<>]+$/.test(from))
    problems.push('SMTP_FROM must be the address that mail comes from, like studio@example.com')
  return { url: text, from: from ?? '' }
}

/**
 * Reads `GITHUB_CLIENT_ID` and the like: sign-in with another provider, on when both of its keys
 * are set.
 */
export function readSocialConfig({
  get,
  origin,
  problems
}: ConfigReader): Partial<Record<SocialProvider, SocialConfig>> {
  const found: Partial<Record<SocialProvider, SocialConfig>> = {}
  for (const name of SOCIAL_PROVIDERS) {
    const prefix = name.toUpperCase()
    const clientId = get(`${prefix}_CLIENT_ID`)
    const clientSecret = get(`${prefix}_CLIENT_SECRET`)
    const url = origin(`${prefix}_URL`)
    if (clientId !== null && clientSecret !== null) found[name] = { clientId, clientSecret, url }
    else if (clientId !== null || clientSecret !== null)
      problems.push(
        `${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET belong together; one of them is missing`
      )
  }
  return found
}

/** Decodes percent-encoding; returns the text unchanged where it is no valid encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
