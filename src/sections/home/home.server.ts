import type { HubRequest } from '#client/hub.ts'
import { readPlatform } from '#client/page.server.ts'
import type { Conversation } from '#contract/conversation.ts'
import { MAX_QUESTION, type ChatGroup } from '#core/chat.ts'
import { formatCredits, roundCredits } from '#core/format.ts'
import { joinSentences } from '#core/joined.ts'
import { mayGuestsAsk } from '#core/switches.ts'
import { localizePath } from '#i18n/locale.ts'
import { HOME_FORM, type HomeProps } from '#islands/home-props.ts'
import { isFirstPage } from '#sections/frame/groups.ts'
import { homeExamples, type ExampleCard } from '#sections/home/examples.ts'
import { homeModes } from '#sections/home/modes.ts'
import { offeredModel } from '#stores/models.ts'

/**
 * Checks whether the page is the studio home: the page that `/` leads to, for guests and for users
 * who have made nothing yet.
 * @param conversations the user's conversations on this page; null if they could not be loaded
 */
export async function isStudioHome(
  hub: HubRequest,
  conversations: readonly Conversation[] | null
): Promise<boolean> {
  if (!isFirstPage(hub)) return false
  if (hub.session === null) return true
  if (conversations?.length !== 0) return false
  const usages = await readPlatform<{ count: number }>(hub, 'usage/apis?limit=1').catch(() => null)
  return usages?.count === 0
}

/**
 * Builds the contents of the studio home.
 * @param group the chat group of the page, with the models that are served
 * @param free credits of a new account
 */
export function buildHome(
  hub: Pick<HubRequest, 'locale' | 'path' | 'site' | 't' | 'url'>,
  group: ChatGroup,
  free: number
): { home: HomeProps; line: string; examples: ExampleCard[] } {
  const { t, locale, url } = hub
  const modes = homeModes(hub).filter(({ id }) => id !== 'chat' || group.models.length > 0)
  return {
    home: {
      modes,
      choose: t('chat.home.tool'),
      start: {
        form: { id: HOME_FORM, action: localizePath('/', locale) },
        field: {
          defaultValue: url.searchParams.get('question')?.slice(0, MAX_QUESTION) ?? '',
          style: { minBlockSize: '6rem' }
        }
      }
    },
    line: freeLine(hub, free),
    examples: homeExamples(hub, modes, group, offeredModel(group, []))
  }
}

/** Tells a guest what they can try without an account, and what signing up gives. */
function freeLine(hub: Pick<HubRequest, 'locale' | 'site' | 't'>, free: number): string {
  const { t, locale, site } = hub
  const amount = formatCredits(free, locale)
  return joinSentences([
    ...(mayGuestsAsk(site) ? [t('chat.home.guest')] : []),
    ...(free > 0 ? [t('chat.home.free', { count: roundCredits(free), amount })] : [])
  ])
}
