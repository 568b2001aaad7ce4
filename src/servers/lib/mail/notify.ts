import { formatCredits, formatDay } from '#core/format.ts'
import { BASE_CURRENCY, priceText } from '#core/currency.ts'
import { microToCredits } from '#core/money.ts'
import { taskPath } from '#core/task-path.ts'
import { fittingLocale, localizePath, type Locale } from '#i18n/locale.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { sendMail } from '#servers/lib/mail.ts'
import type { Mail, MailRow, NoticeKind } from '#servers/lib/mail/letter.ts'
import { readerSite, readMailReader } from '#servers/lib/mail/reader.ts'
import { wantsNotice } from '#servers/lib/mail/notice-choice.ts'

export type { NoticeKind } from '#servers/lib/mail/letter.ts'

/** Facts of a mail: US cents, micro-credits and unix milliseconds. */
export type NoticeFacts = {
  /** An order that was just finished. */
  order: { orderId: string }
  /** The cents that were paid back, and the micro-credits that were taken for them. */
  refund: { orderId: string; cents: number; credits: number }
  /** The last period of a plan ends, and no other follows. */
  renewal: { applicationId: string; endsAt: number }
  low_balance: { applicationId: string; remaining: number }
  /** A task that took long. `title` is the name of its tool in a language. */
  result: {
    runId: string
    service: string
    ready: boolean
    title: (locale: Locale) => string
  }
  /** A shared result: `output` is its place among the outputs of its task. */
  refused: { runId: string; output: number; origin: string; title: (locale: Locale) => string }
}

type Needs = Pick<Context, 'config' | 'database' | 'secrets' | 'clock' | 'log' | 'limits' | 'sites'>

/**
 * Mails a user about their money, tasks or shared results: in their language, in the name of their
 * site, unless they turned it off. Call it once, after the transaction: each call sends a mail. It
 * never throws, since the change has already happened.
 */
export async function sendNotice<K extends NoticeKind>(
  context: Needs,
  userId: string,
  kind: K,
  facts: NoticeFacts[K]
): Promise<void> {
  try {
    const reader = await readMailReader(context.database.db, userId)
    if (reader === null || !wantsNotice(reader.notify, kind)) return
    const told = await WRITERS[kind](context.database.db, facts)
    const { origin, locales, brandIn } = await readerSite(context, told.origin ?? reader.origin)
    const locale = fittingLocale(locales, reader.locale)
    const address = (path: string): string => origin + localizePath(path, locale)
    const mail: Mail = {
      to: reader.email,
      kind,
      locale,
      site: brandIn(locale, origin),
      link: address(told.path),
      rows: told.rows(locale),
      off: `${address('/profile')}#notifications`
    }
    await sendMail(context, mail)
  } catch (error) {
    context.log.error({ err: error, mail: kind }, 'somebody got no mail about their account')
  }
}

/** The facts of a mail, the path of its link, and the site that it is about. */
type Told = { rows: (locale: Locale) => MailRow[]; path: string; origin?: string }

const WRITERS: { [K in NoticeKind]: (db: Queries, facts: NoticeFacts[K]) => Promise<Told> } = {
  async order(db, { orderId }) {
    const order = await orderOf(db, orderId)
    const rows = (locale: Locale): MailRow[] => [
      ['what', whatOf(order, locale)],
      ['price', priceText(order.price, 1, BASE_CURRENCY, locale)],
      ['credits', credits(order.amount, locale)],
      ['order', orderId]
    ]
    return { rows, path: `/console/orders/${orderId}`, origin: order.origin }
  },
  async refund(db, { orderId, cents, credits: taken }) {
    const order = await orderOf(db, orderId)
    const rows = (locale: Locale): MailRow[] => [
      ['what', whatOf(order, locale)],
      ['refunded', priceText(cents, 1, BASE_CURRENCY, locale)],
      ['taken', credits(taken, locale)],
      ['order', orderId]
    ]
    return { rows, path: `/console/orders/${orderId}`, origin: order.origin }
  },
  async renewal(_, { applicationId, endsAt }) {
    return {
      rows: locale => [['ends', formatDay(endsAt, locale)]],
      path: `/console/applications/${applicationId}/subscribe`
    }
  },
  async low_balance(_, { applicationId, remaining }) {
    return {
      rows: locale => [['left', credits(remaining, locale)]],
      path: `/console/applications/${applicationId}/extra`
    }
  },
  async result(_, { runId, service, ready, title }) {
    const rows = (locale: Locale): MailRow[] => [
      ['tool', title(locale)],
      ['state', groupTranslator(locale, 'mail')(`mail.state.${ready ? 'ready' : 'failed'}`)]
    ]
    return { rows, path: taskPath(service, runId) }
  },
  async refused(_, { runId, output, origin, title }) {
    return {
      rows: locale => [['tool', title(locale)]],
      path: `/share/result?task=${runId}&output=${output}`,
      origin
    }
  }
}

function credits(micro: number, locale: Locale): string {
  return formatCredits(microToCredits(micro), locale)
}

type Order = {
  titles: readonly string[]
  duration: number
  price: number
  amount: number
  origin: string
}

/**
 * Describes an order by the packages sold. The buyer's own note is left out, since it is not ours
 * to send.
 */
async function orderOf(db: Queries, id: string): Promise<Order> {
  const order = await db
    .selectFrom('order')
    .select(['package_ids', 'price', 'amount', 'duration', 'origin'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const ids = JSON.parse(order.package_ids) as string[]
  const packages =
    ids.length === 0
      ? []
      : await db.selectFrom('package').select('title').where('id', 'in', ids).execute()
  const titles = packages.map(({ title }) => title).filter(title => title !== '')
  return { ...order, titles }
}

function whatOf({ titles, duration }: Order, locale: Locale): string {
  return (
    new Intl.ListFormat(locale).format(titles) ||
    groupTranslator(locale, 'mail')(`mail.what.${duration > 0 ? 'period' : 'usage'}`)
  )
}
