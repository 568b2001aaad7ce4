import { isWebAddress } from '#core/web-address.ts'

/**
 * The channels by which readers can contact the people who run a site; empty for an unavailable
 * one.
 */
type Contacts = { email: string; discord: string; wechat: string }

/** The URLs of a site's terms and privacy policy, and its contacts; empty for none. */
export type LegalLinks = { terms: string; privacy: string; contacts: Contacts }

/** Returns the legal links and the contacts of a site. */
export function siteLegalLinks(site: {
  terms_url: string
  privacy_url: string
  features: Readonly<Record<string, unknown>>
}): LegalLinks {
  return { terms: site.terms_url, privacy: site.privacy_url, contacts: contactsOf(site.features) }
}

/** Accepts only email addresses that cannot break out of an attribute, a header or a link. */
const MAIL = /^[^\s@<>"'`\\,;:?&%()[\]\p{Cc}]{1,64}@[^\s@<>"'`\\,;:?&%()[\]\p{Cc}]{1,189}$/u

/** Checks whether a value is a valid email address of a contact, or empty. */
export function isMailAddress(value: unknown): boolean {
  return typeof value === 'string' && (value === '' || MAIL.test(value))
}

/**
 * Reads the contact channels of a site's `features.support`. Each channel is on unless `enabled` is
 * false.
 * @returns only values that are safe to link and to show, whatever is stored
 */
function contactsOf(features: Readonly<Record<string, unknown>>): Contacts {
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
