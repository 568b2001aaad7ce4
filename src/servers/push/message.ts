import { taskPath } from '#core/task-path.ts'
import { fittingLocale, localizePath, LOCALES } from '#i18n/locale.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import type { Context } from '#servers/lib/context.ts'
import { loadToolTitle } from '#servers/lib/tool-title.ts'
import type { PushKeys } from '#servers/push/keys.ts'

/** A browser, and the run about whose end it gets a message. */
export type PushReceiver = {
  endpoint: string
  p256dh: string
  auth: string
  /** The site at which the browser subscribed. `locale` is the language of the page there. */
  origin: string
  locale: string
  run_id: string
  service: string
  ready: number
}

/** Seconds for which a push service keeps a message for a browser that is off. */
const KEPT_FOR = 4 * 3600

type Message = { endpoint: string; headers: Record<string, string>; body: Uint8Array }

/**
 * Encrypts a message for one browser (RFC 8291) and signs it (RFC 8292). It names the tool and the
 * place of the result, but neither prompt nor result. A later message about the same run replaces
 * an earlier one.
 */
export async function encryptPushMessage(
  context: Context,
  { publicKey, privateKey }: PushKeys,
  { endpoint, p256dh, auth, origin, ...told }: PushReceiver
): Promise<Message> {
  // Few processes ever send one, so the library is loaded then.
  const { default: webPush } = await import('web-push')
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(await wordsOf(context, told)),
    {
      vapidDetails: { subject: subjectOf(context, origin), publicKey, privateKey },
      TTL: KEPT_FOR,
      urgency: 'normal',
      topic: told.run_id.replaceAll('-', '').slice(0, 32)
    }
  )
  // The length is set by the connection itself.
  const { 'Content-Length': _, ...sent } = headers
  return {
    endpoint,
    headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, `${value}`])),
    body: body ?? new Uint8Array()
  }
}

/** A notification as `src/sections/discovery/service-worker.js` shows it. */
type Words = { title: string; body: string; path: string; tag: string; lang: string }

async function wordsOf(
  context: Context,
  {
    locale: tag,
    run_id: run,
    service,
    ready
  }: Pick<PushReceiver, 'locale' | 'run_id' | 'service' | 'ready'>
): Promise<Words> {
  const locale = fittingLocale(LOCALES, tag)
  const title = (await loadToolTitle(context, service))(locale)
  const text = groupTranslator(locale, 'user')(`user.push.${ready === 1 ? 'ready' : 'failed'}`)
  const path = localizePath(taskPath(service, run), locale)
  return { title, body: text, path, tag: run, lang: locale }
}

/** Names the contact for push services that have a problem with messages (RFC 8292, 2.1). */
function subjectOf({ config: { mail } }: Pick<Context, 'config'>, origin: string): string {
  if (mail !== null && mail.from !== '') return `mailto:${mail.from}`
  return origin.startsWith('https:') ? origin : 'mailto:operator@localhost'
}
