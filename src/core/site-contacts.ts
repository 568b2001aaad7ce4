import { isWebAddress } from '#core/web-address.ts'

/** How people reach whoever runs a site; empty for a way that there is not. */
export type Contacts = { email: string; discord: string; wechat: string }

/** What a site says of its terms and of itself: addresses, empty for none. */
export type Legal = { terms: string; privacy: string; contacts: Contacts }

export function legalOf(site: { terms_url: string; privacy_url: string; features: Readonly<Record<string, unknown>> }): Legal {
  return { terms: site.terms_url, privacy: site.privacy_url, contacts: contactsOf(site.features) }
}

/** Nothing in it can end an attribute, a header or the address part of a link. */
const MAIL = /^[^\s@<>"'`\\,;:?&%()[\]\p{Cc}]{1,64}@[^\s@<>"'`\\,;:?&%()[\]\p{Cc}]{1,189}$/u

/** Is it an e-mail address as contacts may have it, or empty? */
export function isMailAddress(value: unknown): boolean {
  return typeof value === 'string' && (value === '' || MAIL.test(value))
}

/**
 * The ways that a site's `features.support` opens; each is on unless it says otherwise.
 * @returns only what is safe to link to and to show, whatever stands there
 */
export function contactsOf(features: Readonly<Record<string, unknown>>): Contacts {
  const support = features['support']
  const isOpen = isRecord(support) && support['enabled'] !== false
  const read = (way: string, name: string, isGood: (text: string) => boolean): string => {
    const value = isOpen ? support[way] : null
    const text = isRecord(value) && value['enabled'] !== false ? value[name] : null
    return typeof text === 'string' && isGood(text) ? text : ''
  }
  return {
    email: read('email', 'address', isMailAddress),
    discord: read('discord', 'url', isWebAddress),
    wechat: read('wechat', 'qr', isWebAddress)
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
