import { fittingLocale, localizePath, type Locale } from '#i18n/locale.ts'
import type { Context } from '#servers/lib/context.ts'
import { sendMail } from '#servers/lib/mail.ts'
import type { MailKind, MailRow } from '#servers/lib/mail/letter.ts'
import { readerSite, readMailReader } from '#servers/lib/mail/reader.ts'
import { listOperatorIds } from '#servers/lib/operators.ts'

type Needs = Parameters<typeof sendMail>[0] & Pick<Context, 'sites'>

/** An email to every operator. */
type OperatorMail = {
  kind: MailKind
  /** The page that it links to, without the language. */
  page: string
  /** Returns its facts in the words of a language. */
  rowsIn(locale: Locale): MailRow[]
}

/** Emails all operators, each in their own language. A failure is logged. */
export async function mailOperators(context: Needs, mail: OperatorMail): Promise<void> {
  for (const userId of await listOperatorIds(context.database.db))
    await mailTo(context, userId, mail).catch((error: unknown) =>
      context.log.error({ err: error, mail: mail.kind }, 'an operator could not be mailed')
    )
}

async function mailTo(
  context: Needs,
  userId: string,
  { kind, page, rowsIn }: OperatorMail
): Promise<void> {
  const reader = await readMailReader(context.database.db, userId)
  if (reader === null) return
  const { origin, locales, brandIn } = await readerSite(context, reader.origin)
  const locale = fittingLocale(locales, reader.locale)
  await sendMail(context, {
    to: reader.email,
    kind,
    locale,
    site: brandIn(locale, origin),
    link: origin + localizePath(page, locale),
    rows: rowsIn(locale)
  })
}
