import type { HubInfo } from '#client/hub.ts'
import { whenIdle } from '#client/when-idle.ts'
import { loadRate, settleCurrency } from '#stores/exchange.ts'
import { loadFingerprint } from '#stores/fingerprint.ts'
import { keepTokenFresh } from '#stores/fresh-token.ts'

/** Longest that the fingerprint waits for a quiet moment, in milliseconds. */
const PATIENCE = 10_000

/**
 * What a page does for itself once it stands. Site, language, theme, inviter, person and any code of a sign-in were the
 * server's, before the first byte; what is left waits for nothing and nothing waits for it: the currency that
 * was chosen, what a dollar is in it, a token that stays fresh, and what this browser looks like when it has nothing else to do.
 * @returns ends it
 */
export function startUp(hub: HubInfo): () => void {
  settleCurrency(hub.currency)
  void loadRate(hub)
  const end = hub.user === null ? () => undefined : keepTokenFresh(hub)
  const forget = whenIdle(() => void loadFingerprint(), PATIENCE)
  return () => {
    end()
    forget()
  }
}
