import { isOwnServiceId } from '#core/own-service.ts'
import type { Locale } from '#i18n/locale.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import type { Context } from '#servers/lib/context.ts'

/**
 * Loads the name of a tool as its page has it.
 * @returns the name in a language; empty for a tool that was removed
 */
export async function loadToolTitle(
  { ownServices }: Pick<Context, 'ownServices'>,
  service: string
): Promise<(locale: Locale) => string> {
  if (!isOwnServiceId(service))
    return locale => groupTranslator(locale, service)(`${service}.title`)
  const title = (await ownServices.find(service))?.own.title ?? ''
  return () => title
}
