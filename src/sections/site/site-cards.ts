/**
 * The cards of the page of a site, in order, each with the fields of the site that it shows. `admins`
 * is no setting: adding and removing an admin are actions.
 */
export const SITE_CARDS = {
  brand: ['title', 'description', 'keywords'],
  texts: ['texts'],
  titles: ['page_title'],
  accent: ['accent'],
  theme: ['theme'],
  languages: ['locales'],
  entry: ['login', 'dated'],
  offer: ['features', 'features.support.enabled'],
  contacts: ['features.support'],
  legal: ['terms_url', 'privacy_url'],
  retention: ['retention'],
  earnings: ['margin', 'distribution'],
  admins: ['admins']
} as const

export type SiteCardName = keyof typeof SITE_CARDS

export const SITE_CARD_NAMES = Object.keys(SITE_CARDS) as readonly SiteCardName[]

/**
 * Returns the card that shows a field.
 * @param field for example `features.support.discord.url`
 * @returns null for a field that no card shows, such as `version`
 */
export function siteCardForField(field: string): SiteCardName | null {
  const holding = SITE_CARD_NAMES.flatMap(card =>
    SITE_CARDS[card].filter(own => isFieldWithin(field, own)).map(own => ({ card, own }))
  )
  // The longest path is the most specific one.
  return holding.toSorted((a, b) => b.own.length - a.own.length)[0]?.card ?? null
}

/** Tells whether a field is another one, or a part of it. */
export function isFieldWithin(field: string, whole: string): boolean {
  return field === whole || field.startsWith(`${whole}.`)
}
