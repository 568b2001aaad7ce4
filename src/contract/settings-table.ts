import type { SettingGroup } from '#contract/setting.ts'
import { CHAT_VENDORS, MODEL_SERVERS } from '#core/chat-vendors.ts'
import { SOCIAL_PROVIDERS } from '#core/social-providers.ts'
import { MEDIA_VENDORS } from '#core/vendor-names.ts'
import { CHAT_VENDOR_NAMES, MEDIA_VENDOR_NAMES } from '#core/vendor-variables.ts'

/** An environment variable that Polymuse reads. */
export type Setting = {
  name: string
  group: SettingGroup
  /**
   * `whole`: nobody sees the value. `part`: an address that may hold a password or a key. Either
   * can come from a file that `<name>_FILE` names.
   */
  secret: 'whole' | 'part' | null
  /** The value where nobody sets one; null for none, or for one that depends on other settings. */
  fallback: string | null
}

const plain =
  (group: SettingGroup) =>
  (name: string, fallback: string | null = null): Setting => ({
    name,
    group,
    secret: null,
    fallback
  })

const secret =
  (group: SettingGroup, kind: 'whole' | 'part' = 'whole') =>
  (name: string): Setting => ({ name, group, secret: kind, fallback: null })

/** The variable that names the settings file. It is the only one that this file cannot set. */
export const CONFIG_VARIABLE = 'POLYMUSE_CONFIG'

/** Parts whose origins are set by a variable each. */
const HOSTS = ['HUB', 'PLATFORM', 'AUTH', 'API']

/** Every environment variable that Polymuse reads. */
export const SETTINGS: readonly Setting[] = [
  plain('server')(CONFIG_VARIABLE),
  plain('server')('PORT', '4321'),
  plain('server')('HOST', '127.0.0.1'),
  plain('server')('PARTS', 'hub,platform,auth,api'),
  plain('server')('TRUST_PROXY', 'false'),
  plain('server')('DRAIN_SECONDS'),
  plain('server')('RATE_LIMITS', 'on'),
  plain('server')('LOG_LEVEL', 'info'),
  plain('server')('SANDBOX', 'auto'),
  secret('server')('SECRET'),
  secret('server')('SECRET_PREVIOUS'),
  secret('server', 'part')('ALERT_WEBHOOK_URL'),
  plain('server')('ALERT_BALANCE', '5'),
  plain('server')('METRICS_PORT'),
  plain('server')('METRICS_HOST'),
  secret('server')('METRICS_TOKEN'),
  secret('server', 'part')('OTEL_EXPORTER_OTLP_ENDPOINT'),
  secret('server')('OTEL_EXPORTER_OTLP_HEADERS'),
  plain('server')('OTEL_SERVICE_NAME', 'polymuse'),
  plain('server')('OTEL_TRACES_SAMPLER_ARG', '1'),
  plain('data')('DATA_DIR', './data'),
  secret('data', 'part')('DATABASE_URL'),
  secret('data', 'part')('STORAGE_URL'),
  plain('data')('UPLOAD_LIMIT', '104857600'),
  plain('data')('STORAGE_QUOTA', '5368709120'),
  plain('data')('CHAT_QUOTA', '268435456'),
  plain('data')('BACKUP_DIR'),
  plain('data')('BACKUP_EVERY', '24h'),
  plain('data')('BACKUP_KEEP', '7'),
  ...HOSTS.map(name => plain('addresses')(`${name}_URL`)),
  ...HOSTS.map(name => plain('addresses')(`${name}_TEST_URL`)),
  plain('addresses')('ALLOWED_ORIGINS'),
  plain('users')('FREE_AMOUNT', '20'),
  plain('users')('GUEST_ANSWERS_PER_DAY', '50'),
  plain('users')('MODERATION_URL'),
  secret('users')('MODERATION_API_KEY'),
  plain('users')('MODERATION_MODEL', 'omni-moderation-latest'),
  ...SOCIAL_PROVIDERS.map(name => name.toUpperCase()).flatMap(name => [
    plain('users')(`${name}_CLIENT_ID`),
    secret('users')(`${name}_CLIENT_SECRET`),
    plain('users')(`${name}_URL`)
  ]),
  ...CHAT_VENDORS.map(name => CHAT_VENDOR_NAMES[name]).flatMap(({ key, base }) => [
    secret('chat')(key),
    plain('chat')(base)
  ]),
  ...MODEL_SERVERS.map(name => name.toUpperCase()).flatMap(name => [
    plain('chat')(`${name}_URL`),
    secret('chat')(`${name}_API_KEY`),
    plain('chat')(`${name}_PRICE`)
  ]),
  secret('chat')('CHAT_PROVIDERS'),
  ...['CHAT_MODELS', 'MODELS_FILE'].map(name => plain('chat')(name)),
  secret('chat', 'part')('MODEL_PRICES'),
  ...MEDIA_VENDORS.map(name => MEDIA_VENDOR_NAMES[name]).flatMap(({ key, base }) => [
    secret('tools')(key),
    plain('tools')(base)
  ]),
  plain('tools')('MEDIA_ORDER'),
  plain('tools')('MEDIA_MODELS', '{}'),
  plain('tools')('COMFYUI_WORKFLOWS'),
  plain('tools')('TOOL_HOSTS'),
  plain('tools')('MIDJOURNEY_SUBSTITUTE', 'off'),
  plain('payments')('PACKAGES_FILE'),
  secret('payments', 'part')('EXCHANGE_URL'),
  secret('payments')('STRIPE_SECRET_KEY'),
  secret('payments')('STRIPE_WEBHOOK_SECRET'),
  plain('payments')('STRIPE_URL'),
  plain('payments')('MANUAL_PAYMENT'),
  secret('email', 'part')('SMTP_URL'),
  plain('email')('SMTP_FROM')
]
